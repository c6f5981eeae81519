import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

/** Listings are answered by SQL alone: what told copies of the catalogue in memory of changes is no longer written or read. */
const changes = [
  'DROP TABLE availability_change',
  'DROP TABLE listing_change',
  'ALTER TABLE catalogue_revision DROP COLUMN listing_revision',
  'ALTER TABLE catalogue_revision DROP COLUMN assortment_revision',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
