import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import type { LaterEncoding } from '#api/services/pictures/store-raster.ts';
import { HOUR_MS, isoFromNow, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';

/** The lease of a claimed picture, in milliseconds: longer than the time after which one is given up (encode-picture.ts), twice. */
const CLAIM_MS = 5 * MINUTE_MS;

/** Backoff after a failed attempt, in milliseconds: doubles up to the last. */
const FIRST_BACKOFF_MS = 30_000;
const MAX_BACKOFF_MS = HOUR_MS;

/** Attempts that end without a reply, such as when the machine runs out of memory. */
const MAX_ATTEMPTS = 5;

/** A claimed picture. */
export interface PictureJob {
  hash: string;
  attempts: number;
}

/** Adds pictures to the queue, each at most once; one that has failed is tried again. */
export const createEncodingQueue = (db: Db): LaterEncoding => ({
  add: (hash) =>
    write(db, async (tx) => {
      await tx
        .insertInto('picture_job')
        .values({ hash, attempts: 0, next_try_at: isoNow(), failure: null })
        .onConflict((conflict) =>
          conflict
            .column('hash')
            .doUpdateSet({ attempts: 0, next_try_at: isoNow(), failure: null })
            .where('picture_job.failure', 'is not', null),
        )
        .execute();
    }),
});

/** Claims the picture that waits longest; undefined when none is due. Only one process gets each (optimistic locking). */
export async function claimPicture(db: Db): Promise<PictureJob | undefined> {
  for (;;) {
    const due = await db
      .selectFrom('picture_job')
      .select(['hash', 'attempts'])
      .where('failure', 'is', null)
      .where(({ or, eb }) => or([eb('next_try_at', '<=', isoNow()), eb('next_try_at', '>', latestExpiry(MAX_BACKOFF_MS))]))
      .orderBy('next_try_at')
      .limit(1)
      .executeTakeFirst();
    if (!due) return undefined;
    const attempts = due.attempts + 1;
    const isGivenUp = due.attempts >= MAX_ATTEMPTS;
    const { numUpdatedRows } = await write(db, (tx) =>
      tx
        .updateTable('picture_job')
        .set({
          attempts,
          next_try_at: isoFromNow(CLAIM_MS),
          ...(isGivenUp && { failure: 'could not be made, perhaps because the machine has too little memory' }),
        })
        .where('hash', '=', due.hash)
        .where('attempts', '=', due.attempts)
        .executeTakeFirstOrThrow(),
    );
    if (numUpdatedRows > 0n && !isGivenUp) return { hash: due.hash, attempts };
  }
}

const updateClaimed = async (
  db: Db,
  { hash, attempts }: PictureJob,
  set: { failure: string } | { next_try_at: string; attempts?: number },
): Promise<void> => {
  await write(db, (tx) =>
    tx.updateTable('picture_job').set(set).where('hash', '=', hash).where('attempts', '=', attempts).execute(),
  );
};

/** Removes a picture whose files are all stored. */
export async function completePicture(db: Db, { hash }: PictureJob): Promise<void> {
  await write(db, (tx) => tx.deleteFrom('picture_job').where('hash', '=', hash).execute());
}

/** Records why a picture cannot be made; it is not tried again until it is added again. */
export const failPicture = (db: Db, job: PictureJob, failure: string): Promise<void> => updateClaimed(db, job, { failure });

/** Tries a picture again later: its storage or the database failed. */
export const postponePicture = (db: Db, job: PictureJob): Promise<void> =>
  updateClaimed(db, job, { next_try_at: isoFromNow(Math.min(FIRST_BACKOFF_MS * 2 ** (job.attempts - 1), MAX_BACKOFF_MS)) });

/** Returns a picture to the queue without counting the attempt. */
export const releasePicture = (db: Db, job: PictureJob): Promise<void> =>
  updateClaimed(db, job, { next_try_at: isoNow(), attempts: job.attempts - 1 });

/** The pictures whose files are still to be made, and those that cannot be. */
export async function readEncodingQueue(db: Db): Promise<{ waiting: number; failed: { hash: string; failure: string }[] }> {
  const { waiting } = await db
    .selectFrom('picture_job')
    .select(({ fn }) => fn.countAll<number | bigint>().as('waiting'))
    .where('failure', 'is', null)
    .executeTakeFirstOrThrow();
  const failed = await db.selectFrom('picture_job').select(['hash', 'failure']).where('failure', 'is not', null).execute();
  return { waiting: Number(waiting), failed: failed.map(({ hash, failure }) => ({ hash, failure: failure ?? '' })) };
}
