import { bumpRevisionAtCommit } from '#api/database/revision.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';

/** Bumps the catalogue revision when the transaction commits: cached pages become stale. Call it for every change that pages show. */
export async function bumpRevision(tx: Tx): Promise<void> {
  bumpRevisionAtCommit(tx);
}

/** Reads the catalogue revision, which grows by one with every change that pages show. */
export async function readRevision(db: Db): Promise<number> {
  return (await db.selectFrom('catalogue_revision').select('revision').executeTakeFirstOrThrow()).revision;
}
