import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  `CREATE TABLE imported_customer (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    contact TEXT NOT NULL UNIQUE,
    mailbox TEXT,
    phone TEXT,
    firstname TEXT NOT NULL,
    lastname TEXT NOT NULL,
    address TEXT,
    tags TEXT NOT NULL,
    accepts_email INTEGER NOT NULL,
    accepts_sms INTEGER NOT NULL,
    consent_source TEXT,
    consent_at TEXT,
    imported_at TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX imported_customer_of_mailbox ON imported_customer (mailbox)',
  'CREATE INDEX imported_customer_of_phone ON imported_customer (phone)',
  `CREATE TABLE imported_order (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    source TEXT NOT NULL,
    order_number TEXT NOT NULL,
    mailbox TEXT,
    phone TEXT,
    customer_name TEXT NOT NULL,
    placed_at TEXT NOT NULL,
    status TEXT NOT NULL,
    total INTEGER NOT NULL CHECK (total >= 0),
    discount INTEGER NOT NULL CHECK (discount >= 0),
    shipping INTEGER NOT NULL CHECK (shipping >= 0),
    refunded INTEGER NOT NULL CHECK (refunded >= 0),
    items TEXT NOT NULL,
    address TEXT,
    imported_at TEXT NOT NULL,
    UNIQUE (source, order_number)
  ) STRICT`,
  'CREATE INDEX imported_order_of_mailbox ON imported_order (mailbox)',
  'CREATE INDEX imported_order_of_phone ON imported_order (phone)',
  'CREATE INDEX imported_order_by_time ON imported_order (placed_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
