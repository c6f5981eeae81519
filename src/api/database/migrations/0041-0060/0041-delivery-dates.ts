import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

// A date such as "2026-12-03"; null where the shop did not say.
const changes = ['ALTER TABLE orders ADD COLUMN deliver_by TEXT'];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
