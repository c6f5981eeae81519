import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { adminEditOrderCall, adminPreviewEditCall, type OrderEdit } from '#lib/contract/admin/order.ts';
import { openPayLinkCall } from '#lib/contract/payments.ts';
import { openRefundShop } from '#tests/support/providers/refund-shop.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { signUp } from '#tests/support/store/test-store.ts';

const { shop, owner, lampId, requests, settle, buyPaid, ofOrder } = await openRefundShop();
let kurta: Awaited<ReturnType<typeof shop.add>>;
let next = 9_497_000_000;

beforeAll(async () => {
  kurta = await shop.add({ name: 'Kurta', category: 'Clothes', price: 30_000, stock: 100, seller: 'Asha Weavers' });
});
beforeEach(() => {
  requests.length = 0;
});
afterAll(() => shop.close());

/** One payment for a lamp of 500.00 and a kurta of 300.00, which are orders of two sellers; a second kurta is added, for which 300.00 are due. */
async function placeBoth() {
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  await shopper.put(lampId, 1);
  await shopper.put(kurta.id, 1);
  const first = await buyPaid(shopper, '800.00');
  const orders = await shopper.orders();
  const numberOf = (total: string) => orders.find(({ final_amount }) => final_amount === total)?.order_number ?? '';
  const [lamp, number] = [numberOf('500.00'), numberOf('300.00')];
  const edit = async (change: OrderEdit) => {
    const { data } = await shop.succeed(adminPreviewEditCall, { token: owner, params: { number }, body: { edit: change } });
    const body = { edit: change, expected_total: data.after.total, state: data.state, form_id: crypto.randomUUID() };
    await shop.succeed(adminEditOrderCall, { token: owner, params: { number }, body });
    return data;
  };
  const preview = await edit({ kind: 'add', variant_id: Object.values(kurta.variants)[0] ?? 0, quantity: 1 });
  expect(preview).toMatchObject({ after: { total: '600.00' }, due: '300.00' });
  /** Pays what is due by the link; returns the provider's id of that payment. */
  const payDue = async () => {
    const order = (await shopper.orders()).find(({ order_number }) => order_number === number);
    const token = new URL(order?.pay_path ?? '', 'http://shop.test').searchParams.get('token') ?? '';
    const opened = (await shop.succeed(openPayLinkCall, { params: { token } })).data.payment;
    expect(opened?.amount).toBe('300.00');
    const later = opened?.id ?? '';
    return { id: later, providerPayment: await settle(later) };
  };
  return { first, number, lamp, edit, payDue, ...ofOrder(number) };
}

const asked = () => requests.map(({ providerPayment, amount }) => [providerPayment, amount]);

test('the first payment returns no more of an order than it has paid, also after a link has paid what was due', async () => {
  const { show, payDue, refund, lamp, first } = await placeBoth();
  expect(await show()).toMatchObject({ paid: '300.00', left: '300.00' });
  await payDue();
  expect(await show()).toMatchObject({ paid: '300.00', left: '300.00' });
  const wish = { kind: 'amount', reason: 'Late' } as const;
  expect(await refund({ ...wish, amount: '300.01' })).toMatchObject({ httpStatus: 409 });
  expect(await refund({ ...wish, amount: '300.00' })).toMatchObject({ success: true });
  expect(asked()).toEqual([[first, 30_000]]);
  expect(await ofOrder(lamp).show()).toMatchObject({ paid: '500.00', left: '500.00' });
});

test('what a link has paid is returned by its own payment, once', async () => {
  const { show, payDue, refund, set, first } = await placeBoth();
  const { providerPayment } = await payDue();
  await set('order is cancelled');
  expect(await show()).toMatchObject({ due: '600.00', left: '300.00' });
  expect(await refund({ kind: 'due' })).toMatchObject({ success: true });
  expect(asked().toSorted()).toEqual(
    [
      [first, 30_000],
      [providerPayment, 30_000],
    ].toSorted(),
  );
  expect(await show()).toMatchObject({ due: '0.00', left: '0.00' });
  expect(await refund({ kind: 'due' })).toMatchObject({ httpStatus: 409 });
  expect(asked()).toHaveLength(2);
});

test('a change and a cancellation return what a link has paid before the first payment, and each no more than it was', async () => {
  const { show, edit, payDue, refund, set, number, first } = await placeBoth();
  const { providerPayment } = await payDue();
  const { db } = shop.store;
  const items = db.selectFrom('order_item').innerJoin('orders', 'orders.id', 'order_id').select('order_item.id');
  const [item] = await items.where('order_number', '=', number).execute();
  expect(await edit({ kind: 'cancel_part', item_id: item?.id ?? 0, quantity: 1, reason: 'Torn' })).toMatchObject({
    refund: '300.00',
  });
  expect(await show()).toMatchObject({ due: '300.00', paid: '300.00', left: '300.00' });
  await set('order is cancelled');
  expect(await show()).toMatchObject({ due: '600.00' });
  await refund({ kind: 'due' });
  expect(asked().toSorted()).toEqual(
    [
      [first, 30_000],
      [providerPayment, 30_000],
    ].toSorted(),
  );
});

test('what the provider has returned of a later payment unasked is not returned again', async () => {
  const { payDue, refund, set, first, number } = await placeBoth();
  const { id, providerPayment } = await payDue();
  const received = {
    providerOrder: `order_${id}`,
    providerPayment,
    amount: 30_000,
    currency: 'INR',
    refund: 'r1',
    returned: 10_000,
  };
  const body = JSON.stringify({ eventId: `event ${id}`, event: { kind: 'returned', received: { ...received, isDone: true } } });
  expect((await shop.raw('/payment/webhook/answers', { method: 'POST', body })).status).toBe(200);
  await set('order is cancelled');
  expect(number).toMatch(/^HT/);
  await refund({ kind: 'due' });
  expect(asked().toSorted()).toEqual(
    [
      [first, 30_000],
      [providerPayment, 20_000],
    ].toSorted(),
  );
});

test('a cancelled order returns what is owed for it, not what was due or has paid for the other order', async () => {
  const unpaid = await placeBoth();
  await unpaid.set('order is cancelled');
  expect(await unpaid.show()).toMatchObject({ paid: '300.00', left: '300.00', due: '300.00' });

  const shared = await placeBoth();
  await ofOrder(shared.lamp).set('order is cancelled');
  // Of its 500.00, 300.00 pay for the second kurta.
  const [lamp, kurtas] = await Promise.all([ofOrder(shared.lamp).show(), shared.show()]);
  expect(lamp).toMatchObject({ paid: '200.00', left: '200.00', due: '200.00' });
  expect(kurtas).toMatchObject({ paid: '600.00', left: '600.00' });
  expect(await ofOrder(shared.lamp).refund({ kind: 'due' })).toMatchObject({ success: true });
  expect(await ofOrder(shared.lamp).show()).toMatchObject({ paid: '200.00', returned: '200.00', left: '0.00' });
});

test('an order that came back returns what is owed for it in parts and by hand', async () => {
  const { show, payDue, refund, set } = await placeBoth();
  await payDue();
  await refund({ kind: 'amount', amount: '50.00', reason: 'Late' });
  await set('order has been dispatched from retailer');
  await set('order is returned to origin');
  expect(await show()).toMatchObject({ paid: '300.00', returned: '50.00', left: '250.00', due: '550.00' });
  await refund({ kind: 'amount', amount: '100.00', reason: 'A part' });
  expect(await show()).toMatchObject({ paid: '300.00', returned: '150.00', left: '150.00', due: '450.00' });
  await refund({ kind: 'amount', amount: '150.00', reason: 'The rest', by_hand: {} });
  expect(await show()).toMatchObject({ paid: '300.00', left: '0.00' });
});
