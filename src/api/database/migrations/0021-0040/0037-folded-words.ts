import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';
import { engineOf } from '#api/database/schema/engine.ts';

/** A code without case, spaces and what separates its parts, as searches compare it (see search/product-codes.ts). */
const plain = (column: string): string =>
  `lower(replace(replace(replace(replace(replace(${column}, ' ', ''), '-', ''), '_', ''), '/', ''), '.', ''))`;

const changes = [
  // Products whose words in the search index are older than the folding of Indian spellings; a worker indexes them.
  'CREATE TABLE product_to_index (product_id INTEGER PRIMARY KEY) STRICT',
  `CREATE INDEX variant_plain_sku ON variant (${plain('sku')}) WHERE sku IS NOT NULL`,
  `CREATE INDEX variant_plain_barcode ON variant (ltrim(${plain('barcode')}, '0')) WHERE barcode IS NOT NULL`,
];

/** The words of all other products stay as they are. */
const hasOtherCharacters = {
  sqlite: (column: string) => `${column} GLOB '*[^' || char(1) || '-' || char(127) || ']*'`,
  postgres: (column: string) => `${column} ~ '[^\\x01-\\x7f]'`,
};

export async function up(db: Kysely<unknown>): Promise<void> {
  const texts = ['product.name', 'brand', 'keywords', 'description', 'sub_category.name'];
  await runDdl(db, [
    ...changes,
    `INSERT INTO product_to_index SELECT product.id FROM product JOIN sub_category ON sub_category.id = sub_category_id
      WHERE active = 1 AND (${texts.map(hasOtherCharacters[engineOf(db)]).join(' OR ')})`,
  ]);
}
