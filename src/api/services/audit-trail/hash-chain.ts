import type { Selectable } from 'kysely';
import { lockRows } from '#api/database/locks.ts';
import type { AuditEventTable } from '#api/database/schema/audit.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { sha256Hex } from '#api/services/hashing.ts';

export type StoredAuditEvent = Omit<Selectable<AuditEventTable>, 'id'>;

/** An event that has no place in the chain yet. */
export type NewAuditEvent = Omit<StoredAuditEvent, 'seq' | 'chain'>;

/** The hash of an event and of all before it: SHA-256 of the previous hash and the event's columns, hex. */
export function hashEvent(previous: string, event: Omit<StoredAuditEvent, 'chain'>): string {
  const { seq, at, actor, action, subject, network, detail } = event;
  return sha256Hex(`${previous}\n${JSON.stringify([seq, at, actor, action, subject, network, detail])}`);
}

/** Reads where the chain begins and ends, and locks it, so that processes append one after the other. */
export const lockChain = (tx: Tx) => lockRows(tx, tx.selectFrom('audit_chain').selectAll()).executeTakeFirstOrThrow();

/** Appends events to the chain, numbered without gaps. Returns them as stored. */
export async function appendToChain(tx: Tx, events: readonly NewAuditEvent[]): Promise<StoredAuditEvent[]> {
  let { last_seq, last_hash } = await lockChain(tx);
  const rows = events.map((event) => {
    last_seq += 1;
    const row = { ...event, seq: last_seq };
    last_hash = hashEvent(last_hash, row);
    return { ...row, chain: last_hash };
  });
  await tx.insertInto('audit_event').values(rows).execute();
  await tx.updateTable('audit_chain').set({ last_seq, last_hash }).execute();
  return rows;
}
