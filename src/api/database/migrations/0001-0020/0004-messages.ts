import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const tables = [
  `CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    message_id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('mail', 'sms')),
    recipient TEXT NOT NULL,
    subject TEXT NOT NULL,
    body TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'dead')),
    attempts INTEGER NOT NULL CHECK (attempts >= 0),
    next_try_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    last_error TEXT,
    created_at TEXT NOT NULL,
    sent_at TEXT
  ) STRICT`,
  'CREATE INDEX outbox_due ON outbox (state, next_try_at)',
  `CREATE TABLE contact_message (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    firstname TEXT NOT NULL,
    lastname TEXT NOT NULL,
    email TEXT NOT NULL,
    phone_number TEXT NOT NULL,
    subject TEXT NOT NULL,
    message TEXT NOT NULL,
    subscribe INTEGER NOT NULL CHECK (subscribe IN (0, 1)),
    created_at TEXT NOT NULL
  ) STRICT`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, tables);
}
