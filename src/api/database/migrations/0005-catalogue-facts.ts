import type { Kysely } from 'kysely';
import { runDdl } from './ddl.ts';

const changes = [
  // By ids, and with all that listings filter by: products that many things are asked of at once are met in the order of their ids.
  'CREATE INDEX product_facts ON product (id, sub_category_id, price, stock) WHERE active = 1',
  // When what pages show of a product last changed; null while it is as it was first offered.
  'ALTER TABLE product ADD COLUMN updated_at TEXT',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
