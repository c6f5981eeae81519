import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  `CREATE TABLE staff_passkey (
    credential_id TEXT PRIMARY KEY,
    staff_id INTEGER NOT NULL REFERENCES staff (id),
    public_key TEXT NOT NULL,
    counter INTEGER NOT NULL,
    device_name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX staff_passkey_of_staff ON staff_passkey (staff_id)',
  `CREATE TABLE staff_used_challenge (
    challenge_hash TEXT PRIMARY KEY,
    used_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
