import type { Db } from '../database/open.ts';
import { readRevision } from './revision.ts';

/** How many totals are kept; a catalogue has few filters that people share, and robots make up the rest. */
const MAX_KEPT = 2000;

const counted = new WeakMap<Db, { revision: number; totals: Map<string, number> }>();

/** What `count` says, asked for once per revision of the catalogue: pages of one listing share their total, which can cost more than they do. */
export async function totalOf(db: Db, question: unknown, count: () => Promise<number>): Promise<number> {
  const revision = await readRevision(db);
  let kept = counted.get(db);
  if (kept?.revision !== revision) {
    kept = { revision, totals: new Map() };
    counted.set(db, kept);
  }
  const key = JSON.stringify(question);
  const total = kept.totals.get(key) ?? (await count());
  if (kept.totals.size >= MAX_KEPT) kept.totals.clear();
  kept.totals.set(key, total);
  return total;
}
