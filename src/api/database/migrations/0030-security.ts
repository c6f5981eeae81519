import { randomBytes } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  'CREATE TABLE store_secret (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID',
  'ALTER TABLE checkout ADD COLUMN shipping_charge INTEGER',
  'ALTER TABLE checkout ADD COLUMN free_shipping_from INTEGER',
  'ALTER TABLE payment ADD COLUMN returned INTEGER NOT NULL DEFAULT 0',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
  await sql`INSERT INTO store_secret (name, value) VALUES ('device', ${randomBytes(32).toString('base64url')})`.execute(db);
}
