import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';

/** Products of one code: several variants may have it, and wrong files give it to several products. */
const MAX_PRODUCTS = 24;

/** A column without case and separators; the indexes of codes have this expression. */
const plain = (column: 'sku' | 'barcode'): RawBuilder<string> =>
  sql`lower(replace(replace(replace(replace(replace(${sql.ref(column)}, ' ', ''), '-', ''), '_', ''), '/', ''), '.', ''))`;

/** The same of a text as pasted, with dashes and digits of any kind. SQLite knows the case of A to Z only. */
const toPlainCode = (text: string): string =>
  toAsciiDigits(text.normalize('NFKC'))
    .replace(/[\s\p{Pd}\p{Cf}\p{DI}_/.]/gu, '')
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase());

/** Finds the products on sale of which a variant on sale has this SKU or barcode as a whole, by id. */
export async function findProductsByCode(db: Db, text: string): Promise<number[]> {
  const code = toPlainCode(text);
  if (!code) return [];
  // A UPC of 12 digits is the EAN of 13 with a zero before it. No index entry is '0'.
  const barcode = code.replace(/^0+/, '') || '0';
  const { rows } = await sql<{ id: number }>`SELECT DISTINCT product.id FROM (
      SELECT product_id FROM variant WHERE ${plain('sku')} = ${code} AND sku IS NOT NULL AND active = 1
      UNION ALL
      SELECT product_id FROM variant WHERE ltrim(${plain('barcode')}, '0') = ${barcode} AND barcode IS NOT NULL AND active = 1
    ) AS coded JOIN product ON product.id = coded.product_id WHERE product.active = 1 ORDER BY product.id LIMIT ${MAX_PRODUCTS}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
