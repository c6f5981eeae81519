import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  `CREATE TABLE api_key (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    key_hash TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL,
    last_used_at TEXT
  ) STRICT`,
  `CREATE TABLE order_feed (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_event_id INTEGER NOT NULL UNIQUE REFERENCES order_event (id)
  ) STRICT`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
