import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  "ALTER TABLE session ADD COLUMN device_name TEXT NOT NULL DEFAULT ''",
  'ALTER TABLE session ADD COLUMN device_hash TEXT',
  `CREATE TABLE known_device (
    device_hash TEXT PRIMARY KEY,
    customer_id INTEGER NOT NULL REFERENCES customer (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    last_used_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX known_device_of_customer ON known_device (customer_id)',
  'CREATE INDEX known_device_by_last_use ON known_device (last_used_at)',
  // A code now belongs to the requesting device. Codes expire after five minutes, so existing ones are dropped.
  'DROP TABLE otp',
  `CREATE TABLE otp (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    phone_number TEXT NOT NULL,
    purpose TEXT NOT NULL,
    device_hash TEXT NOT NULL,
    salt TEXT NOT NULL,
    code_hash TEXT NOT NULL,
    attempts_left INTEGER NOT NULL CHECK (attempts_left >= 0),
    expires_at TEXT NOT NULL,
    UNIQUE (phone_number, purpose, device_hash)
  ) STRICT`,
  'CREATE INDEX otp_by_expiry ON otp (expires_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
