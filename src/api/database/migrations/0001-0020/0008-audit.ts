import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const tables = [
  `CREATE TABLE audit_event (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    at TEXT NOT NULL,
    actor TEXT NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    network TEXT,
    detail TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX audit_event_by_time ON audit_event (at)',
  'CREATE INDEX audit_event_by_action ON audit_event (action, id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, tables);
}
