import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  'ALTER TABLE variant ADD COLUMN sale_price INTEGER CHECK (sale_price > 0)',
  'ALTER TABLE variant ADD COLUMN sale_starts_at TEXT',
  'ALTER TABLE variant ADD COLUMN sale_ends_at TEXT',
  'ALTER TABLE variant ADD COLUMN sale_due_at TEXT',
  'ALTER TABLE variant ADD COLUMN regular_price INTEGER',
  'CREATE INDEX variant_sale_due ON variant (sale_due_at) WHERE sale_due_at IS NOT NULL',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
