import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

/** A payment and its order are cancelled: one word for both. */
const changes = ['ALTER TABLE payment RENAME COLUMN called_off TO is_cancelled'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
