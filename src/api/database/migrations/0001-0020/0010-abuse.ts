import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

const changes = [
  // The owner's overrides of default limits; null disables a limit.
  `CREATE TABLE shop_limit (
    name TEXT NOT NULL PRIMARY KEY,
    value INTEGER
  ) STRICT`,
  // Hashed keys under which limits count checkouts: customer, phone number, address or pincode.
  `CREATE TABLE checkout_key (
    checkout_id INTEGER NOT NULL REFERENCES checkout (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('customer', 'phone', 'address', 'pincode')),
    key_hash TEXT NOT NULL,
    payment_method TEXT NOT NULL CHECK (payment_method IN ('cod', 'prepaid')),
    placed_at TEXT NOT NULL,
    PRIMARY KEY (kind, key_hash, checkout_id)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX checkout_key_by_time ON checkout_key (placed_at)',
  'CREATE INDEX checkout_key_by_checkout ON checkout_key (checkout_id)',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
