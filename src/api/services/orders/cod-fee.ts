import type { Db, Tx } from '#api/database/schema/engine.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { codFeeFor, toCharges } from '#lib/rules/charges.ts';
import { splitAmount } from '#lib/rules/totals.ts';

/** What the orders of one checkout cost when they are paid on delivery, in paise: without the fee, and the fee. */
export async function quoteCod(db: Db, orderIds: readonly number[]): Promise<{ payable: number; codFee: number }> {
  const rows = await readAmounts(db, orderIds);
  const payable = rows.reduce((sum, { final_amount, cod_fee }) => sum + final_amount - cod_fee, 0);
  return { payable, codFee: codFeeFor(payable, toCharges((await readSettings(db)).shipping)) };
}

/**
 * Changes orders of one checkout to cash on delivery and splits the fee over them. Returns their new total in paise. Idempotent; statuses
 * and stock stay as they are. Expects the customer to be locked.
 */
export async function changeToCod(tx: Tx, orderIds: readonly number[]): Promise<number> {
  const { payable, codFee } = await quoteCod(tx, orderIds);
  const rows = await readAmounts(tx, orderIds);
  const shares = splitAmount(
    codFee,
    rows.map(({ price }) => price),
  );
  for (const [i, { id, final_amount, cod_fee }] of rows.entries()) {
    const share = shares[i] ?? 0;
    await tx
      .updateTable('orders')
      .set({ payment_method: 'cod', cod_fee: share, final_amount: final_amount - cod_fee + share })
      .where('id', '=', id)
      .execute();
  }
  return payable + codFee;
}

const readAmounts = (db: Db, orderIds: readonly number[]) =>
  db.selectFrom('orders').select(['id', 'price', 'final_amount', 'cod_fee']).where('id', 'in', orderIds).orderBy('id').execute();
