import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  `CREATE TABLE stock_alert (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    product_id INTEGER NOT NULL REFERENCES product (id) ON DELETE CASCADE,
    variant_id INTEGER REFERENCES variant (id) ON DELETE CASCADE,
    email TEXT NOT NULL,
    mailbox TEXT NOT NULL,
    created_at TEXT NOT NULL,
    sent_at TEXT,
    token_hash TEXT UNIQUE
  ) STRICT`,
  'CREATE INDEX open_stock_alert ON stock_alert (product_id) WHERE sent_at IS NULL',
  'CREATE INDEX stock_alert_of_mailbox ON stock_alert (mailbox)',
  'CREATE INDEX stock_alert_of_product ON stock_alert (product_id)',
  'CREATE INDEX stock_alert_of_variant ON stock_alert (variant_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
