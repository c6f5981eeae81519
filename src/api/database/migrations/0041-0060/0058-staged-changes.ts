import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  `CREATE TABLE staff_action (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    staff_id INTEGER NOT NULL REFERENCES staff (id),
    kind TEXT NOT NULL,
    form_id TEXT UNIQUE,
    made_at TEXT NOT NULL,
    due_at TEXT NOT NULL,
    results TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX staff_action_by_time ON staff_action (made_at)',
  `CREATE TABLE staged_change (
    order_id INTEGER PRIMARY KEY REFERENCES orders (id),
    action_id INTEGER NOT NULL REFERENCES staff_action (id),
    kind TEXT NOT NULL,
    status TEXT,
    change TEXT NOT NULL,
    due_at TEXT NOT NULL
  ) STRICT`,
  'CREATE INDEX staged_change_by_time ON staged_change (due_at, order_id)',
  'CREATE INDEX staged_change_of_action ON staged_change (action_id)',
  'ALTER TABLE orders ADD COLUMN packed_at TEXT',
  'ALTER TABLE orders ADD COLUMN packed_by INTEGER REFERENCES staff (id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
