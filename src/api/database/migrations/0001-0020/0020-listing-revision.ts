import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // Grows with every change to which products a listing has, unlike `revision` not with their stock while they are available.
  'ALTER TABLE catalogue_revision ADD COLUMN listing_revision INTEGER NOT NULL DEFAULT 0',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
