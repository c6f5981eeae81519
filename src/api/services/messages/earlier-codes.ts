import type { Db } from '#api/database/schema/engine.ts';
import { OTP_MINUTES } from '#lib/contract/lifetimes.ts';
import { isoAgo, MINUTE_MS } from '#lib/rules/durations.ts';
import type { ConnectedTransport } from './connect-transports.ts';
import type { OutboxMessage } from './outbox.ts';
import { OTP_TEMPLATE } from './text-kinds.ts';

/**
 * The transports in the order in which they are tried for a message. Who asks for another code while one is valid did not get it: a provider can
 * accept a text for a number that it does not reach. Those that have sent that one come last.
 */
export async function orderTransports(
  db: Db,
  transports: readonly ConnectedTransport[],
  { id, subject, recipient }: OutboxMessage,
): Promise<readonly ConnectedTransport[]> {
  if (subject !== OTP_TEMPLATE || transports.length < 2) return transports;
  const sent = await db
    .selectFrom('outbox')
    .select('transport')
    .where('subject', '=', OTP_TEMPLATE)
    .where('recipient', '=', recipient)
    .where('state', '=', 'sent')
    .where('created_at', '>', isoAgo(OTP_MINUTES * MINUTE_MS))
    .where('id', '<>', id)
    .execute();
  const hasSent = ({ name }: ConnectedTransport): number => Number(sent.some(({ transport }) => transport === name));
  return transports.toSorted((one, other) => hasSent(one) - hasSent(other));
}
