import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  'ALTER TABLE product ADD COLUMN collections TEXT',
  `CREATE TABLE product_category (
    sub_category_id INTEGER NOT NULL REFERENCES sub_category (id),
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    PRIMARY KEY (sub_category_id, product_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX product_category_of_product ON product_category (product_id, sub_category_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
