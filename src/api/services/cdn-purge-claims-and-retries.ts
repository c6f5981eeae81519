import type { Selectable } from 'kysely';
import type { CdnPurgeTable } from '#api/database/schema/catalogue.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { isoAgo, isoFromNow, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';
import { keysToPurge, splitKeys } from '#lib/rules/http/surrogate-keys.ts';
import { latestExpiry } from './clock-skew.ts';

/** The lease of a claimed purge, in milliseconds. When its process dies, another server sends it after that. */
const CLAIM_MS = 15_000;

/**
 * Delay of the second pass, in milliseconds. A server may respond with the data from before for 1.5 s after a change, and its response is on the
 * way for a moment.
 */
const SECOND_PASS_MS = 3000;

/** Backoff after a failed attempt, in milliseconds: doubles up to the last. */
const FIRST_BACKOFF_MS = 1000;
const MAX_BACKOFF_MS = MINUTE_MS;

/** Rows claimed at once. */
const MAX_CLAIMED = 500;

export type Purge = Selectable<CdnPurgeTable>;

/** Claims the purges that are due. Only one process gets each. */
export async function claimPurges(db: Db): Promise<Purge[]> {
  const isDue = await db
    .selectFrom('cdn_purge')
    .select('id')
    .where('is_held', '=', 0)
    .where(({ or, eb }) => or([eb('due_at', '<=', isoNow()), eb('due_at', '>', latestExpiry(MAX_BACKOFF_MS))]))
    .orderBy('id')
    .limit(MAX_CLAIMED)
    .execute();
  if (isDue.length === 0) return [];
  const ids = isDue.map(({ id }) => id);
  return write(db, (tx) =>
    tx
      .updateTable('cdn_purge')
      .set((eb) => ({ due_at: isoFromNow(CLAIM_MS), attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .where(({ or, eb }) => or([eb('due_at', '<=', isoNow()), eb('due_at', '>', latestExpiry(MAX_BACKOFF_MS))]))
      .returningAll()
      .execute(),
  );
}

/** The keys of several purges, without duplicates. */
export const keysOfPurges = (purges: readonly Purge[]): string[] =>
  keysToPurge(purges.flatMap(({ surrogate_keys }) => splitKeys(surrogate_keys)));

const idsOf = (purges: readonly Purge[]): number[] => purges.map(({ id }) => id);

/** Records purges as sent: schedules the second pass, or deletes those that have had it. */
export async function completePurges(db: Db, purges: readonly Purge[]): Promise<void> {
  const again = idsOf(purges.filter(({ passes }) => passes > 1));
  const done = idsOf(purges.filter(({ passes }) => passes <= 1));
  await write(db, async (tx) => {
    if (done.length > 0) await tx.deleteFrom('cdn_purge').where('id', 'in', done).execute();
    if (again.length > 0)
      await tx
        .updateTable('cdn_purge')
        .set((eb) => ({ passes: eb('passes', '-', 1), attempts: 0, due_at: isoFromNow(SECOND_PASS_MS) }))
        .where('id', 'in', again)
        .execute();
  });
}

/** Schedules a retry with exponential backoff. Deletes purges of copies that have expired meanwhile, `ttlSeconds` after the change. */
export async function retryPurges(db: Db, purges: readonly Purge[], ttlSeconds: number): Promise<void> {
  const attempts = Math.max(...purges.map((purge) => purge.attempts));
  const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** (attempts - 1), MAX_BACKOFF_MS);
  await write(db, async (tx) => {
    await tx
      .updateTable('cdn_purge')
      .set({ due_at: isoFromNow(backoffMs) })
      .where('id', 'in', idsOf(purges))
      .execute();
    await tx
      .deleteFrom('cdn_purge')
      .where('created_at', '<', isoAgo(ttlSeconds * 1000 + MINUTE_MS))
      .execute();
  });
}

/** When the next purge is due, in milliseconds since 1970; undefined when none is waiting. */
export async function readNextPurge(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('cdn_purge')
    .select('due_at')
    .where('is_held', '=', 0)
    .orderBy('due_at')
    .limit(1)
    .executeTakeFirst();
  return row && Date.parse(row.due_at);
}

/** The number of purges that the CDN has not carried out yet, and how often the oldest of them was tried. */
export async function countPurges(db: Db): Promise<{ waiting: number; attempts: number }> {
  const row = await db
    .selectFrom('cdn_purge')
    .select(({ fn }) => [fn.countAll<number>().as('waiting'), fn.max('attempts').as('attempts')])
    .executeTakeFirstOrThrow();
  return { waiting: Number(row.waiting), attempts: Number(row.attempts ?? 0) };
}
