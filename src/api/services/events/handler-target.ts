import type { Logger } from 'pino';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { isoNow } from '#lib/rules/durations.ts';
import type { EventHandlers } from './event-handlers.ts';
import { type EventType, eventTypes } from './event-types.ts';

/** In place of the address of a webhook: its events are for the functions of `shop.config.ts`. */
export const HANDLERS_URL = 'on:shop.config.ts';

/** Time limit of one call of a function, in milliseconds. */
const HANDLER_TIMEOUT_MS = 10_000;

/** How log, metrics and `doctor` name a function. */
export const nameOfHandler = (event: string): string => `on ${event} of shop.config.ts`;

const readTarget = (db: Db) =>
  db.selectFrom('webhook').select(['id', 'events']).where('url', '=', HANDLERS_URL).executeTakeFirst();

/** Deletes waiting deliveries of events without a function; returns how many. */
async function discardWaiting(tx: Tx, webhookId: number, types: readonly EventType[]): Promise<number> {
  let query = tx.deleteFrom('webhook_delivery').where('webhook_id', '=', webhookId).where('state', '=', 'waiting');
  if (types.length > 0) query = query.where('event', 'not in', types);
  return Number((await query.executeTakeFirstOrThrow()).numDeletedRows);
}

/** Makes the target of the functions the one of these types. Returns how many waiting deliveries were discarded. */
async function saveTarget(tx: Tx, types: readonly EventType[]): Promise<number> {
  await takeAdvisoryLock(tx, 'event-handlers');
  const target = await readTarget(tx);
  const events = JSON.stringify(types);
  if (!target) {
    await tx.insertInto('webhook').values({ url: HANDLERS_URL, secret: '', events, created_at: isoNow() }).execute();
    return 0;
  }
  const discarded = await discardWaiting(tx, target.id, types);
  await tx.updateTable('webhook').set({ events }).where('id', '=', target.id).execute();
  return discarded;
}

/** Records events for the functions that there are from now on, and discards those that wait for a function that is gone. */
export async function syncEventHandlers(db: Db, handlers: EventHandlers, log: Logger): Promise<void> {
  const types = eventTypes.filter((type) => handlers[type]);
  const target = await readTarget(db);
  if ((target?.events ?? '[]') === JSON.stringify(types)) return;
  const discarded = await write(db, (tx) => saveTarget(tx, types));
  if (discarded > 0) log.warn({ discarded }, 'events were discarded, because shop.config.ts no longer has functions for them');
}

/** Calls the function of an event. Rejects with the reason when it fails or takes too long, and when `stopping` aborts. */
export async function callEventHandler(
  handlers: EventHandlers,
  { event, message_id, payload, attempts }: { event: string; message_id: string; payload: string; attempts: number },
  stopping: AbortSignal,
): Promise<void> {
  const handler = handlers[event as EventType] as ((...args: unknown[]) => unknown) | undefined;
  if (!handler) throw new Error('this process has no such function: start the shop again');
  const signal = AbortSignal.any([stopping, AbortSignal.timeout(HANDLER_TIMEOUT_MS)]);
  const aborted = new Promise<never>((_, reject) => {
    const reason = new Error(`took longer than ${HANDLER_TIMEOUT_MS / 1000} seconds`);
    signal.addEventListener('abort', () => reject(reason), { once: true });
  });
  const told = { id: message_id, ...(JSON.parse(payload) as object) };
  await Promise.race([Promise.try(handler, told, { signal, attempt: attempts }), aborted]);
}
