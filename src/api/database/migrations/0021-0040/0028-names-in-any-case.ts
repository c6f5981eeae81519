import { type Kysely, sql } from 'kysely';
import { engineOf } from '#api/database/schema/engine.ts';

/** The collation `nocase` holds more names for equal than the code does, such as "Straße" and "Strasse". */
const postgresChanges = [
  'ALTER TABLE sub_category DROP CONSTRAINT sub_category_name_key',
  'ALTER TABLE sub_category ALTER COLUMN name TYPE TEXT COLLATE "C"',
  'ALTER TABLE sub_category ADD CONSTRAINT sub_category_name_key UNIQUE (name)',
];

interface NamedRow {
  id: number;
  key: string;
}

/** By id: the first row whose key is the same in any case, for each row that is not the first. */
function findDuplicates(rows: readonly NamedRow[]): [duplicate: number, first: number][] {
  const groups = [...Map.groupBy(rows, ({ key }) => key.trim().toLowerCase()).values()];
  return groups.flatMap(([first, ...others]) => (first ? others.map(({ id }): [number, number] => [id, first.id]) : []));
}

/**
 * Moves the products of categories and sellers whose names differ only in case to the first of them; SQLite's own folding knows A to Z only.
 * Removes the categories; the sellers stay for the orders and invoices that name them, and
 * the first takes over particulars that it has not.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db) === 'postgres') for (const statement of postgresChanges) await sql.raw(statement).execute(db);
  const categories = await sql<NamedRow>`SELECT id, name AS key FROM sub_category ORDER BY id`.execute(db);
  const sellers = await sql<NamedRow>`SELECT id, kind || ':' || name AS key FROM seller ORDER BY id`.execute(db);
  const [sameCategory, sameSeller] = [findDuplicates(categories.rows), findDuplicates(sellers.rows)];
  for (const [duplicate, first] of sameCategory) {
    await sql`UPDATE product SET sub_category_id = ${first} WHERE sub_category_id = ${duplicate}`.execute(db);
    await sql`DELETE FROM sub_category WHERE id = ${duplicate}`.execute(db);
  }
  for (const [duplicate, first] of sameSeller) {
    await sql`UPDATE seller SET legal_name = coalesce(seller.legal_name, other.legal_name), address = coalesce(seller.address, other.address),
      gstin = coalesce(seller.gstin, other.gstin) FROM seller AS other WHERE seller.id = ${first} AND other.id = ${duplicate}`.execute(
      db,
    );
    await sql`UPDATE product SET seller_id = ${first} WHERE seller_id = ${duplicate}`.execute(db);
  }
  if (sameCategory.length + sameSeller.length > 0)
    await sql`UPDATE catalogue_revision SET revision = revision + 1, listing_revision = listing_revision + 1,
      assortment_revision = assortment_revision + 1`.execute(db);
}
