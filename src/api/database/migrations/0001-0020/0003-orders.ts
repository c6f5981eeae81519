import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const tables = [
  // Codes are upper case, so that they are unique regardless of case.
  `CREATE TABLE coupon (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    code TEXT NOT NULL UNIQUE CHECK (code <> ''),
    kind TEXT NOT NULL CHECK (kind IN ('percent', 'amount')),
    value INTEGER NOT NULL CHECK (value > 0),
    minimum INTEGER NOT NULL CHECK (minimum >= 0),
    max_uses INTEGER CHECK (max_uses > 0),
    max_uses_each INTEGER CHECK (max_uses_each > 0),
    uses INTEGER NOT NULL CHECK (uses >= 0),
    starts_at TEXT,
    ends_at TEXT,
    created_at TEXT NOT NULL,
    CHECK (kind <> 'percent' OR value <= 100),
    CHECK (max_uses IS NULL OR uses <= max_uses)
  ) STRICT`,
  `CREATE TABLE coupon_use (
    checkout_id INTEGER PRIMARY KEY REFERENCES checkout (id),
    coupon_id INTEGER NOT NULL REFERENCES coupon (id),
    customer_id INTEGER NOT NULL REFERENCES customer (id),
    used_at TEXT NOT NULL,
    returned_at TEXT
  ) STRICT`,
  'CREATE INDEX coupon_use_of_customer ON coupon_use (coupon_id, customer_id)',
  `CREATE TABLE payment (
    id TEXT PRIMARY KEY,
    checkout_id INTEGER NOT NULL UNIQUE REFERENCES checkout (id),
    customer_id INTEGER NOT NULL REFERENCES customer (id),
    provider TEXT NOT NULL,
    provider_order TEXT,
    provider_payment TEXT,
    amount INTEGER NOT NULL CHECK (amount > 0),
    status TEXT NOT NULL CHECK (status IN ('pending', 'paid', 'failed', 'abandoned', 'expired')),
    called_off INTEGER NOT NULL CHECK (called_off IN (0, 1)),
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (provider, provider_order)
  ) STRICT`,
  'CREATE INDEX payment_of_customer ON payment (customer_id, status)',
  'CREATE INDEX payment_by_expiry ON payment (status, expires_at)',
  `CREATE TABLE refund (
    order_id INTEGER PRIMARY KEY REFERENCES orders (id),
    payment_id TEXT NOT NULL REFERENCES payment (id),
    amount INTEGER NOT NULL CHECK (amount >= 0),
    due_at TEXT NOT NULL,
    done_at TEXT
  ) STRICT`,
  'CREATE INDEX orders_of_checkout ON orders (checkout_id)',
  'ALTER TABLE order_event ADD COLUMN reason TEXT',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, tables);
}
