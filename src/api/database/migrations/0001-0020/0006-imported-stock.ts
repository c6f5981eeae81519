import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // Stock in the owner's last imported file, null if none. An unchanged value in the next file is not a new stock count.
  'ALTER TABLE variant ADD COLUMN imported_stock INTEGER',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
