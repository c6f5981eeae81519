import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

/** Adds an order's share of its checkout's charges, in paise, and replaces the CHECK of final_amount, which did not allow any. */
const changes = [
  'ALTER TABLE orders DROP COLUMN final_amount',
  'ALTER TABLE orders ADD COLUMN final_amount INTEGER NOT NULL DEFAULT 0',
  'UPDATE orders SET final_amount = price - discount_amount',
  'ALTER TABLE orders ADD COLUMN shipping_amount INTEGER NOT NULL DEFAULT 0 CHECK (shipping_amount >= 0)',
  `ALTER TABLE orders ADD COLUMN cod_fee INTEGER NOT NULL DEFAULT 0 CHECK (
    cod_fee >= 0 AND final_amount = price - discount_amount + shipping_amount + cod_fee
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
