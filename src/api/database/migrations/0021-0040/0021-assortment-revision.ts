import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // Grows as `listing_revision` does, except when products only sell out or come back.
  'ALTER TABLE catalogue_revision ADD COLUMN assortment_revision INTEGER NOT NULL DEFAULT 0',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
