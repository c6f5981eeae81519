import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // An order may go in several parcels: the first is the one with the lowest id.
  'ALTER TABLE shipment RENAME TO former_shipment',
  `CREATE TABLE shipment (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    order_id INTEGER NOT NULL REFERENCES orders (id),
    courier TEXT NOT NULL,
    tracking_number TEXT NOT NULL,
    url TEXT
  ) STRICT`,
  `INSERT INTO shipment (order_id, courier, tracking_number, url)
    SELECT order_id, courier, tracking_number, url FROM former_shipment ORDER BY order_id`,
  'DROP TABLE former_shipment',
  'CREATE INDEX shipment_of_order ON shipment (order_id)',
  'CREATE INDEX shipment_by_number ON shipment (upper(tracking_number))',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
