import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // Pictures of which only a preview is stored; a worker makes their files.
  `CREATE TABLE picture_job (
    hash TEXT PRIMARY KEY,
    attempts INTEGER NOT NULL,
    next_try_at TEXT NOT NULL,
    failure TEXT
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX picture_job_due ON picture_job (next_try_at) WHERE failure IS NULL',
  // Pictures of products that the last import of them could not store.
  `CREATE TABLE missing_picture (
    product_id INTEGER NOT NULL REFERENCES product (id),
    source TEXT NOT NULL,
    positions TEXT NOT NULL,
    variations TEXT NOT NULL,
    alt TEXT NOT NULL,
    reason TEXT NOT NULL,
    PRIMARY KEY (product_id, source)
  ) STRICT, WITHOUT ROWID`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
