import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // What the provider's checkout needs beside its order, as `createOrder` returned it.
  'ALTER TABLE payment ADD COLUMN provider_session TEXT',
  // When the provider last said, after the hold, that it has no money for this payment. Null until then.
  'ALTER TABLE payment ADD COLUMN asked_at TEXT',
  `CREATE INDEX payment_unasked ON payment (expires_at) WHERE asked_at IS NULL AND provider_payment IS NULL`,
  // Paise of a due refund that have been returned already.
  'ALTER TABLE refund ADD COLUMN returned INTEGER NOT NULL DEFAULT 0',
  // A refund that the shop asks its provider for. The id is the shop's own, and makes a repeated request the same one. Amounts are paise.
  `CREATE TABLE provider_refund (
    id TEXT PRIMARY KEY,
    order_id INTEGER NOT NULL REFERENCES orders (id),
    payment_id TEXT NOT NULL REFERENCES payment (id),
    provider_payment TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount > 0),
    state TEXT NOT NULL CHECK (state IN ('pending', 'done', 'failed')),
    created_at TEXT NOT NULL,
    changed_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX provider_refund_order ON provider_refund (order_id)`,
  `CREATE INDEX provider_refund_pending ON provider_refund (created_at) WHERE state = 'pending'`,
  // One row for each call of a payment provider, and each component of shop.config.ts, that has ever failed.
  `CREATE TABLE extension_failure (
    name TEXT NOT NULL,
    operation TEXT NOT NULL,
    failures INTEGER NOT NULL,
    last_error TEXT NOT NULL,
    first_at TEXT NOT NULL,
    last_at TEXT NOT NULL,
    PRIMARY KEY (name, operation)
  ) STRICT, WITHOUT ROWID`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
