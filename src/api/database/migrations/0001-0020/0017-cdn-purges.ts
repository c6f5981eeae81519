import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // 1 while a CDN has to be told what changed; set at the start of a server.
  'ALTER TABLE catalogue_revision ADD COLUMN purges INTEGER NOT NULL DEFAULT 0',
  // What a CDN has not been told yet, one row for each transaction.
  `CREATE TABLE cdn_purge (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    surrogate_keys TEXT NOT NULL,
    is_held INTEGER NOT NULL,
    passes INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    due_at TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX cdn_purge_due ON cdn_purge (due_at)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
