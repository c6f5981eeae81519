import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  `CREATE TABLE extension_job (
    name TEXT PRIMARY KEY,
    due_at TEXT NOT NULL,
    claimed_until TEXT,
    ended_at TEXT,
    failed_at TEXT,
    last_error TEXT
  ) STRICT`,
  `CREATE TABLE extension_value (
    owner TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    PRIMARY KEY (owner, key)
  ) STRICT`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
