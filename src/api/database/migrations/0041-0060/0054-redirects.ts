import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  `CREATE TABLE redirect (
    path TEXT PRIMARY KEY,
    target TEXT NOT NULL,
    target_path TEXT NOT NULL,
    at TEXT NOT NULL
  ) STRICT`,
  "CREATE INDEX redirect_target ON redirect (target_path) WHERE target_path <> ''",
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
