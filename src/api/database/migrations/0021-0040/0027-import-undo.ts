import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // The last import that changed something, by the time it began. `applied_at` is '' until it is complete, `images` the pictures of
  // sub-categories that it changed, as JSON.
  `CREATE TABLE import_undo (
    started_at TEXT PRIMARY KEY,
    applied_at TEXT NOT NULL,
    images TEXT NOT NULL
  ) STRICT`,
  // What it changed in each product, as JSON (ProductRecord).
  `CREATE TABLE import_undo_item (
    started_at TEXT NOT NULL,
    seq INTEGER NOT NULL,
    slug TEXT NOT NULL,
    change TEXT NOT NULL,
    PRIMARY KEY (started_at, seq)
  ) STRICT`,
  // Variants whose stock the owner has set since the last import.
  `CREATE TABLE stock_set_since_import (
    variant_id INTEGER PRIMARY KEY REFERENCES variant (id) ON DELETE CASCADE
  ) STRICT`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
