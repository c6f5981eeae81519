import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // Null where the owner's file has no weight.
  'ALTER TABLE variant ADD COLUMN grams INTEGER CHECK (grams > 0)',
  // Amounts are paise, weights are grams.
  `CREATE TABLE shipping_zone (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL UNIQUE,
    days_from INTEGER,
    days_to INTEGER CHECK (days_to >= days_from),
    slab_by TEXT NOT NULL CHECK (slab_by IN ('weight', 'value')),
    slabs TEXT NOT NULL,
    free_from INTEGER,
    takes_cod INTEGER NOT NULL,
    cod_fee INTEGER NOT NULL CHECK (cod_fee >= 0),
    cod_max INTEGER
  ) STRICT`,
  // A pincode, its first digits, the name of a State, or * for everywhere else.
  `CREATE TABLE shipping_area (
    area TEXT PRIMARY KEY,
    zone_id INTEGER NOT NULL REFERENCES shipping_zone (id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE dispatch_time (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    cut_off_hour INTEGER CHECK (cut_off_hour BETWEEN 1 AND 23),
    closed_weekdays TEXT NOT NULL,
    closed_dates TEXT NOT NULL
  ) STRICT`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
