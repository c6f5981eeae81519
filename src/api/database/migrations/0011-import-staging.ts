import { type Kysely, sql } from 'kysely';
import { engineOf } from '#api/database/schema/engine.ts';
import { runDdl } from './ddl.ts';

const changes = [
  // The import that is running or was interrupted, if any. Whoever holds `owner` may write; `seen_at` is the lease's last renewal.
  `CREATE TABLE import_run (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    state TEXT NOT NULL CHECK (state IN ('reading', 'applying')),
    owner TEXT NOT NULL,
    host TEXT NOT NULL,
    pid INTEGER NOT NULL,
    started_at TEXT NOT NULL,
    seen_at TEXT NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    plan TEXT NOT NULL
  ) STRICT`,
  // What that import is still to write, in order; without a change the product is taken from sale.
  `CREATE TABLE import_item (
    seq INTEGER PRIMARY KEY,
    slug TEXT NOT NULL,
    change TEXT
  ) STRICT`,
  // Whose name the order was placed under.
  "ALTER TABLE orders ADD COLUMN seller_name TEXT NOT NULL DEFAULT ''",
  'UPDATE orders SET seller_name = (SELECT name FROM seller WHERE seller.id = orders.seller_id)',
];

/** The name of a shop whose owner has not named it. */
const DEFAULT_NAME = 'Haat';

async function storeName(db: Kysely<unknown>): Promise<string> {
  const settings =
    engineOf(db) === 'postgres'
      ? sql`SELECT settings::json ->> 'store_name' AS name FROM store`
      : sql`SELECT json_extract(settings, '$.store_name') AS name FROM store`;
  const { rows } = await (settings as ReturnType<typeof sql<{ name: string | null }>>).execute(db);
  return rows[0]?.name || DEFAULT_NAME;
}

/** Sellers that carry the store's name become the store itself, whose name is '' and is read from the settings. */
async function unnameStore(db: Kysely<unknown>): Promise<void> {
  const names = sql.join([await storeName(db), DEFAULT_NAME]);
  for (const kind of ['retailer', 'wholesaler']) {
    const { rows } = await sql<{
      id: number;
    }>`SELECT id FROM seller WHERE kind = ${kind} AND name IN (${names}) ORDER BY id`.execute(db);
    const [first, ...others] = rows;
    if (!first) continue;
    for (const { id } of others) {
      await sql`UPDATE product SET seller_id = ${first.id} WHERE seller_id = ${id}`.execute(db);
      await sql`UPDATE orders SET seller_id = ${first.id} WHERE seller_id = ${id}`.execute(db);
      await sql`DELETE FROM seller WHERE id = ${id}`.execute(db);
    }
    await sql`UPDATE seller SET name = '' WHERE id = ${first.id}`.execute(db);
  }
}

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
  await unnameStore(db);
}
