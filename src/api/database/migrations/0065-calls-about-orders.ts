import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  `ALTER TABLE orders ADD COLUMN call_result TEXT CHECK (call_result IN ('confirmed', 'unreached', 'unwanted'))`,
  'ALTER TABLE orders ADD COLUMN called_at TEXT',
  'ALTER TABLE orders ADD COLUMN called_by INTEGER REFERENCES staff (id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
