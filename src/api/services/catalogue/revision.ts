import { bumpRevisionAtCommit } from '#api/database/revision.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';

/** Says that something which pages show has changed: every page rendered before is stale. Part of the change's own transaction. */
export async function bumpRevision(tx: Tx): Promise<void> {
  bumpRevisionAtCommit(tx);
}

/** The revision of what pages show; grows by one with every change. */
export async function readRevision(db: Db): Promise<number> {
  return (await db.selectFrom('catalogue_revision').select('revision').executeTakeFirstOrThrow()).revision;
}
