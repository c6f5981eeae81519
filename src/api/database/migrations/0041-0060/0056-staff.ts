import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  `CREATE TABLE staff (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    email TEXT NOT NULL,
    mailbox TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('owner', 'packer')),
    password_hash TEXT,
    created_at TEXT NOT NULL,
    removed_at TEXT
  ) STRICT`,
  `CREATE TABLE staff_session (
    token_hash TEXT PRIMARY KEY,
    staff_id INTEGER NOT NULL REFERENCES staff (id),
    created_at TEXT NOT NULL,
    signed_in_at TEXT NOT NULL,
    last_used_at TEXT NOT NULL,
    device_name TEXT NOT NULL,
    network TEXT
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX staff_session_of_staff ON staff_session (staff_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
