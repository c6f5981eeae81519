import { sql } from 'kysely';
import type { Db } from '#api/database/open.ts';
import { engineOf } from '#api/database/schema/engine.ts';

/** At most so many faults are told. */
const ENOUGH = 10;

async function faultsOfFile(db: Db): Promise<string[]> {
  const checked = await sql<{ integrity_check: string }>`PRAGMA integrity_check(${sql.lit(ENOUGH)})`.execute(db);
  const damaged = checked.rows.map((row) => row.integrity_check).filter((line) => line !== 'ok');
  if (damaged.length > 0) return damaged;
  const orphans = await sql<{ table: string; rowid: number | null; parent: string }>`PRAGMA foreign_key_check`.execute(db);
  return orphans.rows
    .slice(0, ENOUGH)
    .map(({ table, rowid, parent }) => `Row ${rowid} of ${table} refers to a row of ${parent} that is not there`);
}

/** A product's own stock is the sum of its variants' on sale; both are written by the same transactions. */
async function faultsOfStock(db: Db): Promise<string[]> {
  const wrong = await db
    .selectFrom('product')
    .leftJoin('variant', (join) => join.onRef('variant.product_id', '=', 'product.id').on('variant.active', '=', 1))
    .select(['product.slug', 'product.stock', (row) => row.fn.coalesce(row.fn.sum('variant.stock'), row.lit(0)).as('sum')])
    .where('product.active', '=', 1)
    .groupBy(['product.id', 'product.slug', 'product.stock'])
    .having((row) => row(row.fn.coalesce(row.fn.sum('variant.stock'), row.lit(0)), '<>', row.ref('product.stock')))
    .limit(ENOUGH)
    .execute();
  return wrong.map(({ slug, stock, sum }) => `The stock of ${slug} is ${stock}, but its variants have ${sum}`);
}

/**
 * What is wrong with the database, as sentences; none when it is sound. SQLite's pages and references are read through and through;
 * PostgreSQL sees to its own.
 */
export async function checkIntegrity(db: Db): Promise<string[]> {
  const faults = engineOf(db) === 'sqlite' ? await faultsOfFile(db) : [];
  return faults.length > 0 ? faults : faultsOfStock(db);
}
