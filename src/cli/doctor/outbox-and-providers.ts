import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { Configuration } from '#api/environment/configuration.ts';
import { createMailTransport } from '#api/services/messages/mail-transport.ts';
import type { MessageTransport } from '#api/services/messages/message-transport.ts';
import { readOutboxDepth } from '#api/services/messages/outbox.ts';
import { createSmsTransport } from '#api/services/messages/sms-transport.ts';
import { fitHost, MAX_SMS_VARIABLE } from '#api/services/messages/sms-variables.ts';
import { formatCount } from '#cli/output/format-units.ts';
import type { Finding } from './finding.ts';

export async function checkOutbox(db: Db): Promise<Finding> {
  const { waiting, dead } = await readOutboxDepth(db);
  if (dead === 0) return { check: 'outbox', state: 'good', finding: `${formatCount(waiting, 'message')} waiting` };
  const fix = 'See why: store outbox --state dead; then retry: store outbox --retry';
  return { check: 'outbox', state: 'note', finding: `${formatCount(dead, 'message')} could not be sent`, fix };
}

async function checkProvider(check: string, { verify }: MessageTransport, fix: string): Promise<Finding> {
  try {
    await verify();
    return { check, state: 'good', finding: 'Connected' };
  } catch (error) {
    return { check, state: 'bad', finding: `It cannot be reached (${reasonOf(error)})`, fix };
  }
}

/** Checks that the code's text can name the shop's host, so that phones fill the code in. */
export function checkCodeText({ sms, siteUrl }: Configuration): Finding[] {
  const { hostname } = new URL(siteUrl);
  if (!sms || fitHost(hostname)) return [];
  const finding = `The shop’s host name, ${hostname}, has more than the ${MAX_SMS_VARIABLE} characters that a text message may take: codes are sent, but phones do not fill them in`;
  const fix = 'Register the template of codes without ##host##, or use a shorter address';
  return [{ check: 'SMS', state: 'note', finding, fix }];
}

/** Connects to the mail server and the SMS provider without sending anything. */
export function checkProviders({ mail, sms }: Configuration): Promise<Finding[]> {
  return Promise.all([
    ...(mail
      ? [checkProvider('mail server', createMailTransport(mail), 'Check the host, port, user and password in SMTP_URL')]
      : []),
    ...(sms
      ? [checkProvider('SMS provider', createSmsTransport(sms), 'Check that SMS_URL is right and reachable from this machine')]
      : []),
  ]);
}
