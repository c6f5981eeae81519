import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  'CREATE TABLE store_secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID',
  'ALTER TABLE checkout ADD COLUMN shipping_charge INTEGER',
  'ALTER TABLE checkout ADD COLUMN free_shipping_from INTEGER',
  'ALTER TABLE payment ADD COLUMN returned INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE audit_event ADD COLUMN seq INTEGER',
  'ALTER TABLE audit_event ADD COLUMN chain TEXT',
  'CREATE UNIQUE INDEX audit_event_by_seq ON audit_event (seq)',
  `CREATE TABLE audit_chain (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    base_seq INTEGER NOT NULL,
    base_hash TEXT NOT NULL,
    last_seq INTEGER NOT NULL,
    last_hash TEXT NOT NULL
  ) STRICT`,
  `INSERT INTO audit_chain (id, base_seq, base_hash, last_seq, last_hash) VALUES (1, 0, '', 0, '')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
  await sql`INSERT INTO store_secret (name, value) VALUES ('device', ${randomBytes(32).toString('base64url')})`.execute(db);
}
