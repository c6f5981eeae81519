import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const tables = [
  'ALTER TABLE customer ADD COLUMN phone_verified_at TEXT',
  'ALTER TABLE customer ADD COLUMN email_verified_at TEXT',
  'ALTER TABLE customer ADD COLUMN password_hash TEXT',
  // So far every customer has signed up by a code sent to the phone.
  'UPDATE customer SET phone_verified_at = created_at',
  'CREATE UNIQUE INDEX customer_by_verified_phone ON customer (phone_number) WHERE phone_verified_at IS NOT NULL',
  `CREATE TABLE registration (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    firstname TEXT NOT NULL,
    lastname TEXT NOT NULL,
    email TEXT NOT NULL COLLATE NOCASE,
    phone_number TEXT NOT NULL CHECK (length(phone_number) = 10),
    password_hash TEXT NOT NULL,
    token_hash TEXT NOT NULL UNIQUE,
    expires_at TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX registration_by_email ON registration (email, id)',
  'CREATE INDEX registration_by_expiry ON registration (expires_at)',
  `CREATE TABLE password_reset (
    token_hash TEXT PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX password_reset_of_customer ON password_reset (customer_id)',
  `CREATE TABLE saved_address (
    customer_id INTEGER PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    address TEXT NOT NULL,
    saved_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE wishlist (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    customer_id INTEGER NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    added_at TEXT NOT NULL,
    UNIQUE (customer_id, product_id)
  ) STRICT`,
  'CREATE INDEX wishlist_of_product ON wishlist (product_id)',
  // Columns and their order as rate-limiter-flexible writes them.
  `CREATE TABLE rate_limit (
    key TEXT PRIMARY KEY,
    points INTEGER NOT NULL,
    expire INTEGER
  ) STRICT`,
  'CREATE INDEX rate_limit_by_expiry ON rate_limit (expire)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, tables);
}
