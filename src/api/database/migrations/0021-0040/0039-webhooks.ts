import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  `CREATE TABLE webhook (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    url TEXT NOT NULL,
    secret TEXT NOT NULL,
    events TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE webhook_delivery (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    webhook_id INTEGER NOT NULL REFERENCES webhook (id),
    message_id TEXT NOT NULL,
    event TEXT NOT NULL,
    sequence_key TEXT,
    payload TEXT NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting',
    attempts INTEGER NOT NULL DEFAULT 0,
    next_try_at TEXT NOT NULL,
    last_error TEXT,
    created_at TEXT NOT NULL,
    delivered_at TEXT
  ) STRICT`,
  `CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_try_at) WHERE state = 'waiting'`,
  `CREATE INDEX webhook_delivery_sequence ON webhook_delivery (webhook_id, sequence_key, id) WHERE state = 'waiting'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
