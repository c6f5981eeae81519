import { type Kysely, sql } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';
import { engineOf } from '#api/database/schema/engine.ts';

const columns = [
  'id',
  'firstname',
  'lastname',
  'email',
  'phone_number',
  'alt_phone_number',
  'created_at',
  'phone_verified_at',
  'email_verified_at',
  'password_hash',
].join(', ');

/**
 * SQLite cannot drop a UNIQUE constraint, so the table is copied. Foreign keys are off during migrations (see open-database.ts), or dropping the
 * old table would cascade to every session and cart.
 */
const copyCustomers = [
  `CREATE TABLE customer_copy (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    firstname TEXT NOT NULL,
    lastname TEXT NOT NULL,
    email TEXT COLLATE NOCASE,
    phone_number TEXT NOT NULL CHECK (length(phone_number) = 10),
    alt_phone_number TEXT,
    created_at TEXT NOT NULL,
    phone_verified_at TEXT,
    email_verified_at TEXT,
    password_hash TEXT
  ) STRICT`,
  `INSERT INTO customer_copy (${columns}) SELECT ${columns} FROM customer`,
  // Keeps the sequence, so that ids of deleted customers are not reused.
  "DELETE FROM sqlite_sequence WHERE name = 'customer_copy'",
  "INSERT INTO sqlite_sequence (name, seq) SELECT 'customer_copy', seq FROM sqlite_sequence WHERE name = 'customer'",
  'DROP TABLE customer',
  'ALTER TABLE customer_copy RENAME TO customer',
  'CREATE UNIQUE INDEX customer_by_verified_phone ON customer (phone_number) WHERE phone_verified_at IS NOT NULL',
];

const changes = [
  'CREATE UNIQUE INDEX customer_by_verified_email ON customer (email) WHERE email_verified_at IS NOT NULL',
  'CREATE INDEX customer_by_email ON customer (email)',
  // When the owner of the verified email address entered the phone number; null if someone else may have entered it.
  'ALTER TABLE customer ADD COLUMN phone_named_at TEXT',
  // SHA-256 of the receipt in the sign-up's reply, hex.
  'ALTER TABLE registration ADD COLUMN receipt_hash TEXT',
  `CREATE TABLE demo_period (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    began_at TEXT NOT NULL,
    ended_at TEXT
  ) STRICT`,
  'CREATE UNIQUE INDEX demo_period_open ON demo_period ((ended_at IS NULL)) WHERE ended_at IS NULL',
];

/** Customers of the demo: only demo mode verifies address and number at the moment of the sign-up. */
const demoSignUps = sql`SELECT id FROM customer WHERE email_verified_at = created_at AND phone_verified_at = created_at`;

/**
 * Records the demo period of a demo database. A database that has sent messages is a real shop by now: there the demo's sign-ups lose
 * their verification and sessions, and real customers stay signed in.
 */
async function markDemo(db: Kysely<unknown>): Promise<void> {
  const now = new Date().toISOString();
  const { rows } = await sql<{ began_at: string | null }>`SELECT min(created_at) AS began_at FROM customer
    WHERE id IN (${demoSignUps}) OR EXISTS (SELECT 1 FROM store WHERE settings LIKE '%"Tana & Bana"%')`.execute(db);
  const began = rows[0]?.began_at;
  if (!began) return;
  const sent = await sql`SELECT 1 FROM outbox WHERE attempts > 0 LIMIT 1`.execute(db);
  if (sent.rows.length === 0) {
    await sql`INSERT INTO demo_period (began_at) VALUES (${began})`.execute(db);
    return;
  }
  await sql`INSERT INTO demo_period (began_at, ended_at) VALUES (${began}, ${now})`.execute(db);
  await sql`DELETE FROM session WHERE customer_id IN (${demoSignUps})`.execute(db);
  await sql`UPDATE customer SET email_verified_at = NULL, phone_verified_at = NULL, password_hash = NULL
    WHERE id IN (${demoSignUps})`.execute(db);
}

export async function up(db: Kysely<unknown>): Promise<void> {
  if (engineOf(db) === 'postgres') await sql`ALTER TABLE customer DROP CONSTRAINT customer_email_key`.execute(db);
  else await runDdl(db, copyCustomers);
  await runDdl(db, changes);
  await markDemo(db);
}
