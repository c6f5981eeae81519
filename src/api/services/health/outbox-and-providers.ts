import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { PROVIDER_TIMEOUT_MS, withTimeout } from '#api/services/concurrency.ts';
import { formatCount } from '#api/services/format-texts.ts';
import { connectTransports } from '#api/services/messages/connect-transports.ts';
import { readOutboxDepth, readTransportFailures } from '#api/services/messages/outbox.ts';
import { fitHost, MAX_SMS_VARIABLE } from '#api/services/messages/sms-variables.ts';
import { type ChosenTransport, pickChannels, sendsText } from '#api/services/messages/transport-module.ts';
import type { Finding } from './finding.ts';

/** Time limit of a check, in milliseconds; longer than that of a provider that keeps to its own. */
const VERIFY_TIMEOUT_MS = 4 * PROVIDER_TIMEOUT_MS;

export async function checkOutbox(db: Db): Promise<Finding> {
  const { waiting, dead } = await readOutboxDepth(db);
  if (dead === 0) return { check: 'outbox', state: 'good', finding: `${formatCount(waiting, 'message')} waiting` };
  const fix = 'See why: store outbox --state dead; then retry: store outbox --retry';
  return { check: 'outbox', state: 'note', finding: `${formatCount(dead, 'message')} could not be sent`, fix };
}

/** Names the transports whose last attempts failed, with what they said. */
export async function checkTransports(db: Db): Promise<Finding[]> {
  const failures = await readTransportFailures(db);
  return failures.map(({ transport, count, lastError }) => ({
    check: 'outbox',
    state: 'note',
    finding: `${formatCount(count, 'message')} failed by ${transport}, the last one because: ${lastError}`,
    fix: 'Those that may still arrive are tried again for half a day; see them: store outbox',
  }));
}

async function checkProvider(chosen: ChosenTransport, allowsPrivate: boolean): Promise<Finding> {
  const { check, fix } = chosen.module.doctor;
  try {
    const transports = connectTransports([chosen], { allowsPrivate });
    for (const transport of transports)
      await withTimeout(transport.verify(), VERIFY_TIMEOUT_MS, () => new Error('it does not answer'));
    return { check, state: 'good', finding: 'Connected' };
  } catch (error) {
    return { check, state: 'bad', finding: `It cannot be reached (${reasonOf(error)})`, fix };
  }
}

/** Checks that the code's text can name the shop's host, so that phones fill the code in. */
export function checkCodeText({ messages, siteUrl }: { messages: readonly ChosenTransport[]; siteUrl: string }): Finding[] {
  const { hostname } = new URL(siteUrl);
  const bySms = messages.filter((chosen) => pickChannels(chosen).includes('sms'));
  if (!sendsText(bySms, 'otp') || fitHost(hostname)) return [];
  const finding = `The shop’s host name, ${hostname}, has more than the ${MAX_SMS_VARIABLE} characters that a text message may take: codes are sent, but phones do not fill them in`;
  const fix = 'Register the template of codes without ##host##, or use a shorter address';
  return [{ check: 'SMS', state: 'note', finding, fix }];
}

/** Connects to the providers of messages without sending anything. */
export const checkProviders = ({
  messages,
  allowsPrivateWebhooks,
}: {
  messages: readonly ChosenTransport[];
  allowsPrivateWebhooks: boolean;
}): Promise<Finding[]> => Promise.all(messages.map((chosen) => checkProvider(chosen, allowsPrivateWebhooks)));
