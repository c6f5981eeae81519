import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  'ALTER TABLE orders ADD COLUMN due_amount INTEGER NOT NULL DEFAULT 0 CHECK (due_amount >= 0)',
  // Notes of the shop, and what its staff have changed, in words. `form_id` makes a repeated form the same one.
  `CREATE TABLE order_note (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL REFERENCES orders (id),
    kind TEXT NOT NULL CHECK (kind IN ('note', 'change')),
    staff_id INTEGER REFERENCES staff (id),
    at TEXT NOT NULL,
    text TEXT NOT NULL,
    form_id TEXT UNIQUE
  ) STRICT`,
  'CREATE INDEX order_note_of_order ON order_note (order_id, id)',
  // Invoices of what orders were before a change, each with the credit note that reverses it.
  `CREATE TABLE replaced_invoice (
    seller_id INTEGER NOT NULL REFERENCES seller (id),
    number TEXT NOT NULL,
    order_id INTEGER NOT NULL REFERENCES orders (id),
    issued_at TEXT NOT NULL,
    document TEXT NOT NULL,
    credit_number TEXT NOT NULL,
    credited_at TEXT NOT NULL,
    credit_document TEXT NOT NULL,
    PRIMARY KEY (seller_id, number),
    UNIQUE (seller_id, credit_number)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX replaced_invoice_of_order ON replaced_invoice (order_id)',
  // Who did what to an order.
  'CREATE INDEX audit_event_of_subject ON audit_event (subject, id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
