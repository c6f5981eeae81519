import type { Kysely } from 'kysely';
import { runDdl } from './ddl.ts';

const changes = [
  // What the owner's file last said of a variant's stock; null while none did. A file that says the same again has not been counted anew.
  'ALTER TABLE variant ADD COLUMN imported_stock INTEGER',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
