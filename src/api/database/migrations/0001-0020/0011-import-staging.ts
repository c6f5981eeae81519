import { type Kysely, sql } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';
import { engineOf } from '#api/database/schema/engine.ts';

const changes = [
  // The running or interrupted import, if any. `owner` is the lease token, `seen_at` the last renewal of the lease.
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
  // Changes that the import has yet to apply, in order; null takes the product off sale.
  `CREATE TABLE import_item (
    seq INTEGER PRIMARY KEY,
    slug TEXT NOT NULL,
    change TEXT
  ) STRICT`,
  // The seller's name at the time of the order.
  "ALTER TABLE orders ADD COLUMN seller_name TEXT NOT NULL DEFAULT ''",
  'UPDATE orders SET seller_name = (SELECT name FROM seller WHERE seller.id = orders.seller_id)',
];

/** Name of a shop whose owner has not set one. */
const DEFAULT_NAME = 'Haat';

async function storeName(db: Kysely<unknown>): Promise<string> {
  const settings =
    engineOf(db) === 'postgres'
      ? sql`SELECT settings::json ->> 'store_name' AS name FROM store`
      : sql`SELECT json_extract(settings, '$.store_name') AS name FROM store`;
  const { rows } = await (settings as ReturnType<typeof sql<{ name: string | null }>>).execute(db);
  return rows[0]?.name || DEFAULT_NAME;
}

/** Merges sellers with the store's name into the store's own seller, whose name is '' and follows the settings. */
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
