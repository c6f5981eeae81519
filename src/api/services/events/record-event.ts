import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Tx } from '#api/database/schema/engine.ts';
import { deferWrites, keepForWrite } from '#api/database/transaction-hooks.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { type EventDataOf, type EventType, eventData } from './event-data.ts';

/** Means every type in the list of a webhook. */
export const ALL_EVENTS = '*';

interface RecordedEvent {
  id: string;
  type: EventType;
  sequenceKey: string | null;
  at: string;
  payload: string;
}

/** The insert of an event for each webhook that wants it: no row where there is none. */
const insertDeliveries = (tx: Tx, { id, type, sequenceKey, at, payload }: RecordedEvent) =>
  tx
    .insertInto('webhook_delivery')
    .columns(['webhook_id', 'message_id', 'event', 'sequence_key', 'payload', 'next_try_at', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('webhook')
        .select(({ val }) => [
          'webhook.id',
          val(id).as('message_id'),
          val<string>(type).as('event'),
          val(sequenceKey).as('sequence_key'),
          val(payload).as('payload'),
          val(at).as('next_try_at'),
          val(at).as('created_at'),
        ])
        .where(({ or, eb: by }) =>
          or([ALL_EVENTS, type].map((name) => by('webhook.events', 'like', `%${JSON.stringify(name)}%`))),
        ),
    );

/**
 * Records an event in the caller's transaction: it is delivered only if that commits. `data` may have more fields than the event, which are
 * left out.
 */
export function recordEvent<Type extends EventType>(tx: Tx, type: Type, data: EventDataOf<Type>): void {
  const at = isoNow();
  const payload = JSON.stringify({ type, timestamp: at, data: z.parse(eventData[type], data) });
  const sequenceKey = 'order_id' in data ? `order:${data.order_id}` : null;
  const recorded = keepForWrite(tx, 'events', (): RecordedEvent[] => []);
  recorded.push({ id: `msg_${randomUUID()}`, type, sequenceKey, at, payload });
  deferWrites(tx, 'events', () => recorded.map((event) => insertDeliveries(tx, event)));
}
