import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // The courier's parcel of an order.
  `CREATE TABLE shipment (
    order_id INTEGER PRIMARY KEY REFERENCES orders (id),
    courier TEXT NOT NULL,
    tracking_number TEXT NOT NULL,
    url TEXT
  ) STRICT`,
  // The last invoice number of each seller and financial year.
  `CREATE TABLE invoice_series (
    seller_id INTEGER NOT NULL REFERENCES seller (id),
    financial_year TEXT NOT NULL,
    last_number INTEGER NOT NULL CHECK (last_number > 0),
    PRIMARY KEY (seller_id, financial_year)
  ) STRICT, WITHOUT ROWID`,
  // Issued once and never changed. `document` has everything that is printed, as JSON; `secret` is the key of signed links.
  `CREATE TABLE invoice (
    order_id INTEGER PRIMARY KEY REFERENCES orders (id),
    seller_id INTEGER NOT NULL REFERENCES seller (id),
    number TEXT NOT NULL CHECK (length(number) BETWEEN 1 AND 16),
    issued_at TEXT NOT NULL,
    document TEXT NOT NULL,
    secret TEXT NOT NULL,
    UNIQUE (seller_id, number)
  ) STRICT`,
  // One row: GST rate (hundredths of a percent) and HSN of products that have none of their own.
  `CREATE TABLE tax_setting (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    gst_rate INTEGER CHECK (gst_rate BETWEEN 0 AND 10000),
    hsn TEXT
  ) STRICT`,
  'CREATE INDEX contact_message_by_time ON contact_message (created_at)',
  'ALTER TABLE product ADD COLUMN gst_rate INTEGER CHECK (gst_rate BETWEEN 0 AND 10000)',
  'ALTER TABLE product ADD COLUMN hsn TEXT',
  'ALTER TABLE seller ADD COLUMN legal_name TEXT',
  'ALTER TABLE seller ADD COLUMN address TEXT',
  'ALTER TABLE seller ADD COLUMN gstin TEXT',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
