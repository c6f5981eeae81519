import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Tx } from '#api/database/schema/engine.ts';
import { deferWrites, keepForWrite, type WriteQuery } from '#api/database/transaction-hooks.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { type EventDataOf, eventData } from './event-data.ts';
import type { EventType } from './event-types.ts';

/** Means every type in the list of a webhook. */
export const ALL_EVENTS = '*';

interface RecordedEvent {
  id: string;
  type: EventType;
  sequenceKey: string | null;
  at: string;
  payload: string;
}

/** The rows of an event: one for each webhook that wants it. */
const selectDeliveries = (tx: Tx, { id, type, sequenceKey, at, payload }: RecordedEvent) =>
  tx
    .selectFrom('webhook')
    .select(({ val }) => [
      'webhook.id as webhook_id',
      val(id).as('message_id'),
      val<string>(type).as('event'),
      val(sequenceKey).as('sequence_key'),
      val(payload).as('payload'),
      val(at).as('next_try_at'),
      val(at).as('created_at'),
    ])
    .where(({ or, eb }) => or([ALL_EVENTS, type].map((name) => eb('webhook.events', 'like', `%${JSON.stringify(name)}%`))));

/** One insert for all events of a write, in their order: PostgreSQL runs several inserts of one statement in any order. */
function insertDeliveries(tx: Tx, [first, ...others]: readonly RecordedEvent[]): WriteQuery[] {
  if (!first) return [];
  const rows = others.reduce((query, event) => query.unionAll(selectDeliveries(tx, event)), selectDeliveries(tx, first));
  return [
    tx
      .insertInto('webhook_delivery')
      .columns(['webhook_id', 'message_id', 'event', 'sequence_key', 'payload', 'next_try_at', 'created_at'])
      .expression(rows.orderBy('message_id')),
  ];
}

/**
 * Records an event in the caller's transaction: it is delivered only if that commits. `data` may have more fields than the event, which are
 * left out.
 */
export function recordEvent<Type extends EventType>(tx: Tx, type: Type, data: EventDataOf<Type>): void {
  const at = isoNow();
  const payload = JSON.stringify({ type, timestamp: at, data: z.parse(eventData[type], data) });
  const sequenceKey = 'order_id' in data ? `order:${data.order_id}` : null;
  const recorded = keepForWrite(tx, 'events', (): { id: string; events: RecordedEvent[] } => ({ id: randomUUID(), events: [] }));
  // Sorted by their ids, the events of a write are in their order.
  const id = `msg_${recorded.id}_${String(recorded.events.length).padStart(6, '0')}`;
  recorded.events.push({ id, type, sequenceKey, at, payload });
  deferWrites(tx, 'events', () => insertDeliveries(tx, recorded.events));
}
