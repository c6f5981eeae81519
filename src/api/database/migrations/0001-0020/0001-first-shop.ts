import { type Kysely, sql } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';
import { engineOf } from '#api/database/schema/engine.ts';
import { createIndexTables } from '#api/database/search/create-index-tables.ts';

const tables = [
  `CREATE TABLE store (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    settings TEXT NOT NULL,
    home_sections TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE catalogue_revision (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    revision INTEGER NOT NULL,
    words_revision INTEGER NOT NULL,
    changed_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE seller (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL CHECK (kind IN ('retailer', 'wholesaler')),
    name TEXT NOT NULL,
    UNIQUE (kind, name)
  ) STRICT`,
  `CREATE TABLE sub_category (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL COLLATE NOCASE UNIQUE CHECK (name <> ''),
    image TEXT NOT NULL,
    position INTEGER NOT NULL
  ) STRICT`,
  `CREATE TABLE product (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    slug TEXT NOT NULL UNIQUE CHECK (slug <> ''),
    name TEXT NOT NULL CHECK (name <> ''),
    description TEXT NOT NULL,
    brand TEXT,
    pictures TEXT NOT NULL,
    picture_alts TEXT NOT NULL,
    sub_category_id INTEGER NOT NULL REFERENCES sub_category (id),
    seller_id INTEGER NOT NULL REFERENCES seller (id),
    country_of_origin TEXT,
    keywords TEXT NOT NULL,
    price INTEGER NOT NULL CHECK (price >= 0),
    mrp INTEGER NOT NULL CHECK (mrp >= price),
    stock INTEGER NOT NULL CHECK (stock >= 0),
    import_hash TEXT NOT NULL,
    active INTEGER NOT NULL CHECK (active IN (0, 1)),
    created_at TEXT NOT NULL
  ) STRICT`,
  // Covering indexes: one per sort order of a listing and one for categories, each with all filter columns, so that counting and paging
  // read no product rows.
  'CREATE INDEX product_newest ON product (created_at DESC, id DESC, sub_category_id, price, stock) WHERE active = 1',
  'CREATE INDEX product_by_name ON product (name COLLATE NOCASE, id, sub_category_id, price, stock) WHERE active = 1',
  'CREATE INDEX product_by_price ON product (price, id, sub_category_id, stock) WHERE active = 1',
  `CREATE INDEX product_in_category
    ON product (sub_category_id, created_at DESC, id DESC, price, stock, name COLLATE NOCASE) WHERE active = 1`,
  `CREATE TABLE variant (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    product_variation TEXT NOT NULL,
    sku TEXT,
    price INTEGER NOT NULL CHECK (price >= 0),
    mrp INTEGER NOT NULL CHECK (mrp >= price),
    stock INTEGER NOT NULL CHECK (stock >= 0),
    position INTEGER NOT NULL,
    active INTEGER NOT NULL CHECK (active IN (0, 1)),
    UNIQUE (product_id, product_variation)
  ) STRICT`,
  'CREATE INDEX variant_by_variation ON variant (product_variation COLLATE NOCASE, product_id, stock) WHERE active = 1',
  'CREATE INDEX variant_of_product ON variant (product_id, product_variation COLLATE NOCASE, stock) WHERE active = 1',
  `CREATE TABLE customer (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    firstname TEXT NOT NULL,
    lastname TEXT NOT NULL,
    email TEXT COLLATE NOCASE UNIQUE,
    phone_number TEXT NOT NULL CHECK (length(phone_number) = 10),
    alt_phone_number TEXT,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE session (
    token_hash TEXT PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    last_used_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX session_of_customer ON session (customer_id)',
  `CREATE TABLE otp (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    phone_number TEXT NOT NULL,
    purpose TEXT NOT NULL,
    salt TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    attempts_left INTEGER NOT NULL CHECK (attempts_left >= 0),
    expires_at TEXT NOT NULL,
    UNIQUE (phone_number, purpose)
  ) STRICT`,
  'CREATE INDEX otp_by_expiry ON otp (expires_at)',
  `CREATE TABLE cart_line (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    variant_id INTEGER NOT NULL REFERENCES variant (id) ON DELETE CASCADE,
    quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 5),
    added_at TEXT NOT NULL,
    UNIQUE (customer_id, variant_id)
  ) STRICT`,
  `CREATE TABLE checkout (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customer (id),
    idempotency_key TEXT NOT NULL,
    body_hash TEXT NOT NULL,
    reply TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (customer_id, idempotency_key)
  ) STRICT`,
  `CREATE TABLE orders (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_number TEXT NOT NULL UNIQUE,
    checkout_id INTEGER NOT NULL REFERENCES checkout (id),
    customer_id INTEGER NOT NULL REFERENCES customer (id),
    seller_id INTEGER NOT NULL REFERENCES seller (id),
    status TEXT NOT NULL,
    payment_method TEXT NOT NULL CHECK (payment_method IN ('cod', 'prepaid')),
    payment_status TEXT NOT NULL CHECK (payment_status IN ('pending', 'paid', 'failed', 'refunded')),
    price INTEGER NOT NULL CHECK (price >= 0),
    discount_amount INTEGER NOT NULL CHECK (discount_amount BETWEEN 0 AND price),
    final_amount INTEGER NOT NULL CHECK (final_amount = price - discount_amount),
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    address TEXT NOT NULL,
    placed_at TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX orders_of_customer ON orders (customer_id, id DESC)',
  `CREATE TABLE order_item (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL REFERENCES orders (id),
    product_id INTEGER NOT NULL REFERENCES product (id),
    variant_id INTEGER NOT NULL REFERENCES variant (id),
    product_name TEXT NOT NULL,
    product_variation TEXT NOT NULL,
    picture TEXT NOT NULL,
    quantity INTEGER NOT NULL CHECK (quantity > 0),
    price INTEGER NOT NULL CHECK (price >= 0)
  ) STRICT`,
  'CREATE INDEX order_item_of_order ON order_item (order_id)',
  `CREATE TABLE order_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL REFERENCES orders (id),
    status TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX order_event_of_order ON order_event (order_id, id)',
];

/** Case-insensitive collation under SQLite's name for it. Needed before the tables. */
const postgresCollation = ["CREATE COLLATION nocase (provider = icu, locale = 'und-u-ks-level2', deterministic = false)"];

/** A notification for every new revision. */
const postgresNotification = [
  `CREATE FUNCTION tell_revision() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_notify('catalogue_revision', ''); RETURN NULL; END $$`,
  `CREATE TRIGGER tell_revision AFTER UPDATE OF revision ON catalogue_revision
    FOR EACH ROW EXECUTE FUNCTION tell_revision()`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  const postgres = engineOf(db) === 'postgres';
  if (postgres) await runDdl(db, postgresCollation);
  await runDdl(db, tables);
  await createIndexTables(db);
  if (postgres) await runDdl(db, postgresNotification);
  await sql`INSERT INTO catalogue_revision (id, revision, words_revision, changed_at) VALUES (1, 1, 1, ${new Date().toISOString()})`.execute(
    db,
  );
}
