import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // One row for each listing revision; only the newest are kept. Replaces `availability_change`, which servers of the version before, that
  // may still be running, write to.
  `CREATE TABLE listing_change (
    listing_revision INTEGER PRIMARY KEY,
    assortment_revision INTEGER NOT NULL,
    stamp TEXT NOT NULL,
    product_ids TEXT
  ) STRICT`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
