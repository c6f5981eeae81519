import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  'ALTER TABLE staff ADD COLUMN totp_secret TEXT',
  'ALTER TABLE staff ADD COLUMN totp_last_step INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE staff ADD COLUMN is_demo INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE staff_session ADD COLUMN device_hash TEXT',
  `CREATE TABLE staff_link (
    staff_id INTEGER PRIMARY KEY REFERENCES staff (id),
    token_hash TEXT NOT NULL UNIQUE,
    expires_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE staff_device (
    device_hash TEXT PRIMARY KEY,
    staff_id INTEGER NOT NULL REFERENCES staff (id),
    last_used_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX staff_device_of_staff ON staff_device (staff_id)',
  `CREATE TABLE staff_recovery_code (
    code_hash TEXT PRIMARY KEY,
    staff_id INTEGER NOT NULL REFERENCES staff (id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX staff_recovery_code_of_staff ON staff_recovery_code (staff_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
