import type { Tx } from '#api/database/schema/engine.ts';
import { toOrderWords } from '#api/database/search/order-words.ts';
import type { Address } from '#lib/contract/address.ts';

/** The insert of the words by which new orders are found. */
export const insertOrderWords = (tx: Tx, orders: readonly { id: number; address: Address }[]) =>
  tx
    .insertInto('order_word')
    .values(orders.flatMap(({ id, address }) => toOrderWords(address).map((word) => ({ word, order_id: id }))));

/** Stores another address of an order, by which it is found from now on. Expects the customer to be locked. */
export async function setOrderAddress(tx: Tx, orderId: number, address: Address): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ address: JSON.stringify(address), pincode: address.pincode })
    .where('id', '=', orderId)
    .execute();
  await tx.deleteFrom('order_word').where('order_id', '=', orderId).execute();
  await insertOrderWords(tx, [{ id: orderId, address }]).execute();
}
