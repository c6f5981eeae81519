import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

/** Amounts are paise. */
const changes = [
  // What a form or a command asked for, so that a repeated one finds it, and when the provider is asked next.
  'ALTER TABLE provider_refund ADD COLUMN form_id TEXT',
  'ALTER TABLE provider_refund ADD COLUMN units TEXT',
  'ALTER TABLE provider_refund ADD COLUMN reason TEXT',
  `ALTER TABLE provider_refund ADD COLUMN actor TEXT NOT NULL DEFAULT ''`,
  'ALTER TABLE provider_refund ADD COLUMN is_unclear INTEGER NOT NULL DEFAULT 0 CHECK (is_unclear IN (0, 1))',
  `ALTER TABLE provider_refund ADD COLUMN ask_at TEXT NOT NULL DEFAULT ''`,
  'CREATE INDEX provider_refund_form ON provider_refund (form_id) WHERE form_id IS NOT NULL',
  `CREATE INDEX provider_refund_ask ON provider_refund (ask_at) WHERE state = 'pending'`,
  'CREATE INDEX provider_refund_changed ON provider_refund (changed_at)',
  'CREATE INDEX refund_due ON refund (due_at) WHERE done_at IS NULL',
  `CREATE TABLE hand_refund (
    id TEXT PRIMARY KEY,
    order_id INTEGER NOT NULL REFERENCES orders (id),
    amount INTEGER NOT NULL CHECK (amount > 0),
    units TEXT,
    reason TEXT,
    payee TEXT,
    payee_shown TEXT NOT NULL,
    reference TEXT,
    form_id TEXT UNIQUE,
    actor TEXT NOT NULL,
    created_at TEXT NOT NULL,
    done_at TEXT
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX hand_refund_order ON hand_refund (order_id)',
  'CREATE INDEX hand_refund_due ON hand_refund (created_at) WHERE done_at IS NULL',
  'CREATE INDEX hand_refund_done ON hand_refund (done_at) WHERE done_at IS NOT NULL',
  `CREATE TABLE remittance (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    file_name TEXT NOT NULL,
    courier TEXT NOT NULL,
    actor TEXT NOT NULL,
    read_at TEXT NOT NULL
  ) STRICT`,
  // A line is known by what it says: the same file again adds none.
  `CREATE TABLE remittance_line (
    line_key TEXT PRIMARY KEY,
    remittance_id INTEGER NOT NULL REFERENCES remittance (id),
    awb TEXT NOT NULL,
    amount INTEGER NOT NULL,
    paid_on TEXT NOT NULL,
    reference TEXT NOT NULL,
    order_id INTEGER REFERENCES orders (id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX remittance_line_order ON remittance_line (order_id)',
  'CREATE INDEX remittance_line_unknown ON remittance_line (remittance_id) WHERE order_id IS NULL',
  // What couriers have paid for each order.
  `CREATE TABLE remitted_order (
    order_id INTEGER PRIMARY KEY REFERENCES orders (id),
    expected INTEGER NOT NULL,
    remitted INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('paid', 'short', 'over', 'not_due')),
    changed_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX remitted_order_state ON remitted_order (state, changed_at)',
  `CREATE INDEX order_event_delivered ON order_event (at) WHERE status = 'order is delivered'`,
  // A payment of one order alone, by its link. The order joins the checkout of the payment once it is paid.
  `CREATE TABLE link_payment (
    payment_id TEXT PRIMARY KEY REFERENCES payment (id),
    order_id INTEGER NOT NULL REFERENCES orders (id),
    from_checkout_id INTEGER NOT NULL REFERENCES checkout (id),
    kind TEXT NOT NULL CHECK (kind IN ('order', 'due')),
    prepaid_discount INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX link_payment_order ON link_payment (order_id)',
  'CREATE INDEX link_payment_checkout ON link_payment (from_checkout_id)',
  // Orders that staff took by phone.
  `CREATE TABLE phone_order (
    form_id TEXT PRIMARY KEY,
    checkout_id INTEGER NOT NULL UNIQUE REFERENCES checkout (id),
    actor TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
