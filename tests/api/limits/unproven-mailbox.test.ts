import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { countMessages } from '#api/services/limits/message-budget.ts';
import { ORDER_DISPATCHED } from '#lib/contract/order-status.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { addBuyers, messagesTo, newMobile, openSendingShop } from '#tests/support/store/accounts.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import type { TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let lamp: AddedProduct;
beforeEach(async () => {
  shop = await openSendingShop();
  lamp = await shop.add({ name: 'Lamp', category: 'Home', price: 50_000, stock: 1000 });
});
afterEach(() => shop.close());

const victim = 'victim@example.com';

/** Orders on delivery with this address, and cancels the order if asked to. */
async function order(token: string, email: string, cancels = false): Promise<number> {
  const customer = customerOf(shop, token);
  await customer.put(lamp.id, 1);
  const { order_id } = await customer.buy('500.00', { address: { ...address, phone_number: newMobile(), email } });
  const id = order_id[0] ?? 0;
  const body = { order_id: id, reject_reason_select: 'Changed My Mind' } as const;
  if (cancels) await shop.succeed(cancelOrderCall, { token, body });
  return id;
}

const mails = async (email: string) => (await messagesTo(shop, email)).length;

describe('mails about unpaid orders to an address that no one has proven', () => {
  test.each([1, 90, 250])('are six a day from %i accounts, whatever they order and cancel', async (accounts) => {
    const tokens = await addBuyers(shop, accounts, 'phone_verified_at');
    const aliases = [victim, 'vic.tim@example.com', 'Victim+shop@example.com'];
    const orders = Math.max(20, accounts);
    for (let i = 0; i < orders; i++) await order(tokens[i % accounts] ?? '', aliases[i % 3] ?? '', i < 20);
    expect((await Promise.all(aliases.map(mails))).reduce((a, b) => a + b)).toBe(6);
    // What is not queued does not use the budget of others either.
    await shop.change((tx) => countMessages(tx, { mail: 1 }));
    const counted = await shop.store.db.selectFrom('rate_limit').select('points').where('key', '=', 'budget:mail:hour').execute();
    expect(counted).toEqual([{ points: 7 }]);
    expect((await customerOf(shop, tokens[0] ?? '').orders()).length).toBeGreaterThan(0);
  });

  test('have no limit for the customer who has verified it', async () => {
    const [token = ''] = await addBuyers(shop, 1, 'email_verified_at');
    await shop.change((tx) => tx.updateTable('customer').set({ email: victim }).execute());
    for (let i = 0; i < 8; i++) await order(token, 'Victim@example.com');
    expect(await mails('Victim@example.com')).toBe(8);
  });

  test('have no limit for the customer who has been sent an order with it', async () => {
    const [token = '', other = ''] = await addBuyers(shop, 2, 'phone_verified_at');
    const id = await order(token, victim);
    await shop.change((tx) => tx.updateTable('orders').set({ status: ORDER_DISPATCHED }).where('id', '=', id).execute());
    for (let i = 0; i < 8; i++) await order(token, victim);
    expect(await mails(victim)).toBe(9);
    await order(other, victim);
    expect(await mails(victim)).toBe(9);
  });
});
