import { sql } from 'kysely';
import { type Db, engineOf } from '#api/database/schema/engine.ts';

/** Maximum number of reported faults. */
const MAX_FAULTS = 10;

async function checkSqliteFile(db: Db): Promise<string[]> {
  const checked = await sql<{ integrity_check: string }>`PRAGMA integrity_check(${sql.lit(MAX_FAULTS)})`.execute(db);
  const corrupt = checked.rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  if (corrupt.length > 0) return corrupt;
  const orphans = await sql<{ table: string; rowid: number | null; parent: string }>`PRAGMA foreign_key_check`.execute(db);
  return orphans.rows
    .slice(0, MAX_FAULTS)
    .map(({ table, rowid, parent }) => `Row ${rowid} of ${table} refers to a row of ${parent} that does not exist`);
}

/** A product's stock must equal the sum over its active variants; the same transactions write both. */
async function checkStock(db: Db): Promise<string[]> {
  const mismatches = await db
    .selectFrom('product')
    .leftJoin('variant', (join) => join.onRef('variant.product_id', '=', 'product.id').on('variant.active', '=', 1))
    .select(['product.slug', 'product.stock', (row) => row.fn.coalesce(row.fn.sum('variant.stock'), row.lit(0)).as('sum')])
    .where('product.active', '=', 1)
    .groupBy(['product.id', 'product.slug', 'product.stock'])
    .having((row) => row(row.fn.coalesce(row.fn.sum('variant.stock'), row.lit(0)), '<>', row.ref('product.stock')))
    .limit(MAX_FAULTS)
    .execute();
  return mismatches.map(({ slug, stock, sum }) => `The stock of ${slug} is ${stock}, but its variants have ${sum}`);
}

/**
 * Checks a database and returns its faults as sentences, empty if there are none. Reads all pages and foreign keys of an SQLite
 * file; PostgreSQL maintains its own.
 */
export async function checkIntegrity(db: Db): Promise<string[]> {
  const faults = engineOf(db) === 'sqlite' ? await checkSqliteFile(db) : [];
  return faults.length > 0 ? faults : checkStock(db);
}
