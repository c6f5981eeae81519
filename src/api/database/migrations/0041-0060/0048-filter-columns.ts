import { type Kysely, sql } from 'kysely';
import { toFilterValues } from '#api/database/filter-values.ts';
import { runDdl } from '#api/database/schema/ddl.ts';
import { parseJson } from '#lib/rules/text.ts';

const columns = [
  'ALTER TABLE variant ADD COLUMN size TEXT',
  'ALTER TABLE variant ADD COLUMN colour TEXT',
  // The size of a product whose option has no name is the whole variation.
  `UPDATE variant SET size = product_variation WHERE product_variation <> ''
    AND product_id IN (SELECT id FROM product WHERE option_name IS NULL)`,
];

const changes = [
  'DROP INDEX variant_by_variation',
  'DROP INDEX variant_of_product',
  'CREATE INDEX variant_by_size ON variant (size COLLATE NOCASE, product_id, stock, colour) WHERE active = 1 AND size IS NOT NULL',
  'CREATE INDEX variant_by_colour ON variant (colour, product_id, stock, size COLLATE NOCASE) WHERE active = 1 AND colour IS NOT NULL',
  'CREATE INDEX variant_of_product ON variant (product_id, size COLLATE NOCASE, stock, colour) WHERE active = 1',
  // The covering indexes of listings with the columns of the new filters.
  ...['product_newest', 'product_by_name', 'product_by_price', 'product_in_category', 'product_facts'].map(
    (index) => `DROP INDEX ${index}`,
  ),
  `CREATE INDEX product_newest
    ON product (created_at DESC, id DESC, sub_category_id, price, stock, mrp, brand) WHERE active = 1`,
  `CREATE INDEX product_by_name
    ON product (name COLLATE NOCASE, id, sub_category_id, price, stock, mrp, brand) WHERE active = 1`,
  'CREATE INDEX product_by_price ON product (price, id, sub_category_id, stock, mrp, brand) WHERE active = 1',
  `CREATE INDEX product_in_category
    ON product (sub_category_id, created_at DESC, id DESC, price, stock, name COLLATE NOCASE, mrp, brand) WHERE active = 1`,
  'CREATE INDEX product_facts ON product (id, sub_category_id, price, stock, mrp, brand) WHERE active = 1',
  `CREATE TABLE filter_fact (
    position INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE
  ) STRICT`,
  `CREATE TABLE product_fact (
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (product_id, name, value)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX product_with_fact ON product_fact (name, value, product_id)',
];

/** Variants of one statement. */
const BATCH_SIZE = 500;

interface VariantRow {
  id: number;
  product_variation: string;
  option_name: string | null;
  design_label: string | null;
  attributes: string | null;
}

/** The variants after `id` of products that say what their options are, or their colour. */
const readVariants = (db: Kysely<unknown>, after: number) =>
  sql<VariantRow>`SELECT variant.id, product_variation, option_name, design_label, attributes
    FROM variant JOIN product ON product.id = product_id
    WHERE variant.id > ${after} AND (option_name IS NOT NULL OR design_label IS NOT NULL OR attributes IS NOT NULL)
    ORDER BY variant.id LIMIT ${BATCH_SIZE}`.execute(db);

function toAttributes(stored: string | null): { name: string; value: string }[] {
  const pairs = stored === null ? [] : parseJson(stored);
  return Array.isArray(pairs) ? pairs.map((pair) => ({ name: String(pair?.[0]), value: String(pair?.[1]) })) : [];
}

/** Fills both columns of variants whose size is not the whole variation, or whose colour is known. */
async function fillVariants(db: Kysely<unknown>): Promise<void> {
  for (let after = 0; ; ) {
    const { rows } = await readVariants(db, after);
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const values = rows.map((row) => {
      const facts = {
        optionName: row.option_name,
        designLabel: row.design_label,
        attributes: toAttributes(row.attributes),
      };
      const { size, colour } = toFilterValues(facts, row.product_variation);
      return sql`(CAST(${row.id} AS INTEGER), CAST(${size} AS TEXT), CAST(${colour} AS TEXT))`;
    });
    await sql`WITH filled (id, size, colour) AS (VALUES ${sql.join(values)})
      UPDATE variant SET size = filled.size, colour = filled.colour FROM filled WHERE variant.id = filled.id`.execute(db);
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, columns);
  await fillVariants(db);
  await runDdl(db, changes);
}
