import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { hashEvent, lockChain } from './hash-chain.ts';

/** How many events are read at once. */
const PAGE_SIZE = 1000;

/** The first event that is not as it was recorded. */
export interface BrokenChain {
  /** `removed` if the event is missing, `altered` if its row differs. */
  problem: 'altered' | 'removed';
  seq: number;
}

export interface ChainReport {
  /** Events that were checked. */
  events: number;
  /** Events without a place in the chain, as earlier versions recorded them. */
  unchained: number;
  /** Undefined when nothing was altered or removed. */
  broken?: BrokenChain;
}

/**
 * Verifies that no event has been altered or removed since it was recorded; purged events are no gap. Nothing is recorded meanwhile. Someone who
 * can write to the database can also compute a new chain: only a copy elsewhere shows that.
 */
export function verifyChain(db: Db): Promise<ChainReport> {
  return write(db, async (tx) => {
    const { base_seq, base_hash, last_seq, last_hash } = await lockChain(tx);
    const older = await tx
      .selectFrom('audit_event')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('seq', 'is', null)
      .executeTakeFirstOrThrow();
    const unchained = Number(older.n);
    let [seq, hash] = [base_seq, base_hash];
    for (;;) {
      const page = await tx
        .selectFrom('audit_event')
        .selectAll()
        .where('seq', '>', seq)
        .orderBy('seq')
        .limit(PAGE_SIZE)
        .execute();
      for (const event of page) {
        const report = { events: seq - base_seq, unchained };
        if (event.seq !== seq + 1) return { ...report, broken: { problem: 'removed', seq: seq + 1 } };
        hash = hashEvent(hash, event);
        if (event.chain !== hash || event.seq > last_seq) return { ...report, broken: { problem: 'altered', seq: event.seq } };
        seq = event.seq;
      }
      if (page.length < PAGE_SIZE) break;
    }
    const report = { events: seq - base_seq, unchained };
    if (seq < last_seq) return { ...report, broken: { problem: 'removed', seq: seq + 1 } };
    return hash === last_hash ? report : { ...report, broken: { problem: 'altered', seq } };
  });
}
