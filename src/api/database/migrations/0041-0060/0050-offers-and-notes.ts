import type { Kysely } from 'kysely';
import { runDdl } from '#api/database/schema/ddl.ts';

/** Replaces the CHECK of the amounts, which the column `cod_fee` had and which knows no discount for paying ahead. */
const changes = [
  'ALTER TABLE orders ADD COLUMN kept_cod_fee INTEGER NOT NULL DEFAULT 0 CHECK (kept_cod_fee >= 0)',
  'UPDATE orders SET kept_cod_fee = cod_fee WHERE cod_fee > 0',
  'ALTER TABLE orders DROP COLUMN cod_fee',
  'ALTER TABLE orders RENAME COLUMN kept_cod_fee TO cod_fee',
  `ALTER TABLE orders ADD COLUMN prepaid_discount INTEGER NOT NULL DEFAULT 0 CHECK (
    prepaid_discount >= 0 AND final_amount = price - discount_amount - prepaid_discount + shipping_amount + cod_fee
  )`,
  'ALTER TABLE orders ADD COLUMN note TEXT',
  'ALTER TABLE coupon ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0',
  'CREATE INDEX public_coupon ON coupon (id) WHERE is_public = 1',
];

export async function up(db: Kysely<unknown>): Promise<void> {
  await runDdl(db, changes);
}
