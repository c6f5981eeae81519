import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // Covering index by id with all filter columns, for queries that combine several filters.
  'CREATE INDEX product_facts ON product (id, sub_category_id, price, stock) WHERE active = 1',
  // Last change to what pages show of a product; null if unchanged since it was created.
  'ALTER TABLE product ADD COLUMN updated_at TEXT',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
