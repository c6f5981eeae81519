import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // Products that sold out or came back, by the listing revision of that change; only the newest are kept.
  `CREATE TABLE availability_change (
    listing_revision INTEGER NOT NULL,
    product_id INTEGER NOT NULL,
    PRIMARY KEY (listing_revision, product_id)
  ) STRICT, WITHOUT ROWID`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
