import { type Kysely, sql } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';
import { DAY_MS, isoAgo } from '#lib/rules/durations.ts';

/** Messages that are older than this, in days, were answered elsewhere before they had a state. */
const ANSWERED_BEFORE_DAYS = 30;

const changes = [
  `CREATE INDEX orders_to_do ON orders (status) WHERE status IN ('order has been placed', 'order is confirmed')`,
  'CREATE INDEX order_item_sums ON order_item (order_id, product_id, quantity, price)',
  'DROP INDEX order_item_of_order',
  `ALTER TABLE contact_message ADD COLUMN state TEXT NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'answered', 'done'))`,
  'CREATE INDEX contact_message_of_state ON contact_message (state, id)',
  `CREATE TABLE contact_reply (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id INTEGER NOT NULL REFERENCES contact_message (id) ON DELETE CASCADE,
    staff_id INTEGER NOT NULL REFERENCES staff (id),
    form_id TEXT NOT NULL UNIQUE,
    reply TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX contact_reply_of_message ON contact_reply (message_id, id)',
  `CREATE TABLE staff_alert (
    staff_id INTEGER PRIMARY KEY REFERENCES staff (id),
    by_mail INTEGER NOT NULL CHECK (by_mail IN (0, 1)),
    phone_number TEXT
  ) STRICT`,
  `CREATE TABLE push_subscription (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    staff_id INTEGER NOT NULL REFERENCES staff (id),
    endpoint TEXT NOT NULL UNIQUE,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    device_name TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX push_subscription_of_staff ON push_subscription (staff_id)',
  `CREATE TABLE push_message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    subscription_id INTEGER NOT NULL REFERENCES push_subscription (id) ON DELETE CASCADE,
    payload TEXT NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    next_try_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX push_message_due ON push_message (next_try_at)',
  'CREATE INDEX push_message_of_subscription ON push_message (subscription_id)',
  `CREATE TABLE admin_setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID`,
  `CREATE TABLE health_warning (
    warning TEXT PRIMARY KEY,
    subject TEXT NOT NULL,
    severity TEXT NOT NULL CHECK (severity IN ('note', 'bad')),
    finding TEXT NOT NULL,
    fix TEXT NOT NULL,
    began_at TEXT NOT NULL,
    seen INTEGER NOT NULL,
    missed INTEGER NOT NULL,
    mailed INTEGER NOT NULL CHECK (mailed IN (0, 1)),
    ended_at TEXT
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE cart_reminder (
    customer_id INTEGER PRIMARY KEY REFERENCES customer (id) ON DELETE CASCADE,
    asked_at TEXT NOT NULL,
    asked_text TEXT NOT NULL,
    reminded_at TEXT,
    token_hash TEXT UNIQUE
  ) STRICT`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
  await sql`UPDATE contact_message SET state = 'done' WHERE created_at < ${isoAgo(ANSWERED_BEFORE_DAYS * DAY_MS)}`.execute(db);
}
