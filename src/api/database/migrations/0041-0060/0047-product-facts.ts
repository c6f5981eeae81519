import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  'ALTER TABLE product ADD COLUMN attributes TEXT',
  'ALTER TABLE product ADD COLUMN design_group TEXT',
  'ALTER TABLE product ADD COLUMN design_label TEXT',
  'ALTER TABLE product ADD COLUMN size_guide TEXT',
  'CREATE INDEX product_of_design ON product (design_group, id) WHERE design_group IS NOT NULL',
  `CREATE TABLE size_guide (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    categories TEXT NOT NULL,
    columns TEXT NOT NULL,
    rows TEXT NOT NULL,
    page TEXT NOT NULL
  ) STRICT`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
