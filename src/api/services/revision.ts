import { sql } from 'kysely';
import type { Db, Tx } from '../database/open.ts';

/** Says that something which pages show has changed: every page rendered before is stale. Part of the change's own transaction. */
export async function bumpRevision(tx: Tx): Promise<void> {
  await tx
    .updateTable('catalogue_revision')
    .set({ revision: sql<number>`revision + 1`, changed_at: new Date().toISOString() })
    .execute();
}

/** The revision of what pages show; grows by one with every change. */
export async function readRevision(db: Db): Promise<number> {
  return (await db.selectFrom('catalogue_revision').select('revision').executeTakeFirstOrThrow()).revision;
}
