import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
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

/** Events of one insert; each has five parameters, of which SQLite and PostgreSQL take 32,766. */
const EVENTS_PER_INSERT = 5000;

/** One insert for the events of a write, in their order: a row for each webhook that wants the event. */
function insertDeliveries(tx: Tx, events: readonly RecordedEvent[]): WriteQuery {
  const values = events.map(({ id, type, sequenceKey, payload, at }) => sql`(${id}, ${type}, ${sequenceKey}, ${payload}, ${at})`);
  // Both engines name the columns of VALUES so. Not UNION ALL, of which SQLite takes 500.
  const listed = sql<{
    column1: string;
    column2: string;
    column3: string | null;
    column4: string;
    column5: string;
  }>`(VALUES ${sql.join(values)})`;
  const rows = tx
    .selectFrom('webhook')
    .innerJoin(listed.as('event'), (join) => join.onTrue())
    .select(['webhook.id', 'event.column1', 'event.column2', 'event.column3', 'event.column4'])
    .select(['event.column5 as next_try_at', 'event.column5 as created_at'])
    .where(
      sql<boolean>`webhook.events LIKE ${`%${JSON.stringify(ALL_EVENTS)}%`} OR webhook.events LIKE '%"' || event.column2 || '"%'`,
    )
    .orderBy('event.column1');
  return tx
    .insertInto('webhook_delivery')
    .columns(['webhook_id', 'message_id', 'event', 'sequence_key', 'payload', 'next_try_at', 'created_at'])
    .expression(rows);
}

/** PostgreSQL runs several inserts of one statement in any order, so there is one, but for very many events. */
const insertAll = (tx: Tx, events: readonly RecordedEvent[]): WriteQuery[] =>
  Array.from({ length: Math.ceil(events.length / EVENTS_PER_INSERT) }, (_, i) =>
    insertDeliveries(tx, events.slice(i * EVENTS_PER_INSERT, (i + 1) * EVENTS_PER_INSERT)),
  );

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
  deferWrites(tx, 'events', () => insertAll(tx, recorded.events));
}
