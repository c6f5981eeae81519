import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // As in the owner's file, valid or not.
  'ALTER TABLE variant ADD COLUMN barcode TEXT',
  // One of the product's picture references without its fragment; null for a variant without a picture of its own.
  'ALTER TABLE variant ADD COLUMN picture TEXT',
  // An import finds renamed products by their SKUs.
  'CREATE INDEX variant_sku ON variant (sku) WHERE sku IS NOT NULL',
  // Former slugs of renamed products. By product, so that slugs renamed twice still lead to the current one.
  `CREATE TABLE old_slug (
    slug TEXT PRIMARY KEY,
    product_id INTEGER NOT NULL REFERENCES product (id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX old_slug_product ON old_slug (product_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
