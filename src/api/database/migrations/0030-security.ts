import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  'CREATE TABLE store_secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID',
  'ALTER TABLE checkout ADD COLUMN shipping_charge INTEGER',
  'ALTER TABLE checkout ADD COLUMN free_shipping_from INTEGER',
  'ALTER TABLE payment ADD COLUMN returned INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE audit_event ADD COLUMN chain TEXT',
  `CREATE TABLE audit_chain (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    base_id INTEGER NOT NULL,
    base_hash TEXT NOT NULL,
    last_id INTEGER NOT NULL,
    last_hash TEXT NOT NULL
  ) STRICT`,
  `INSERT INTO audit_chain (id, base_id, base_hash, last_id, last_hash)
    SELECT 1, coalesce(max(id), 0), '', coalesce(max(id), 0), '' FROM audit_event`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
  await sql`INSERT INTO store_secret (name, value) VALUES ('device', ${randomBytes(32).toString('base64url')})`.execute(db);
}
