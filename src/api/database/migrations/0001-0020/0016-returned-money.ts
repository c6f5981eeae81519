import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // An order may owe several refunds: what settled it, and each second payment, by the provider's id of it.
  `CREATE TABLE refund_by_payment (
    order_id INTEGER NOT NULL REFERENCES orders (id),
    payment_id TEXT NOT NULL REFERENCES payment (id),
    provider_payment TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    due_at TEXT NOT NULL,
    done_at TEXT,
    PRIMARY KEY (order_id, provider_payment)
  ) STRICT`,
  `INSERT INTO refund_by_payment (order_id, payment_id, provider_payment, amount, due_at, done_at)
    SELECT order_id, payment_id, '', amount, due_at, done_at FROM refund`,
  'DROP TABLE refund',
  'ALTER TABLE refund_by_payment RENAME TO refund',
  // Reverses an invoice; issued once and never changed. `document` has everything that is printed, as JSON.
  `CREATE TABLE credit_note (
    order_id INTEGER PRIMARY KEY REFERENCES orders (id),
    seller_id INTEGER NOT NULL REFERENCES seller (id),
    number TEXT NOT NULL CHECK (length(number) BETWEEN 1 AND 16),
    issued_at TEXT NOT NULL,
    document TEXT NOT NULL,
    UNIQUE (seller_id, number)
  ) STRICT`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
