import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, [`ALTER TABLE import_run ADD COLUMN changed TEXT NOT NULL DEFAULT '{"count":0,"ids":[]}'`]);
}
