import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let token: string;
let shopper: ReturnType<typeof customerOf>;

beforeEach(async () => {
  shop = await openShop();
  await shop.change((tx) => saveSettings(tx, { ...defaultSettings, store_name: 'Meena Stores' }));
  const shirt = await shop.add({ name: 'Linen Shirt', category: 'Shirts', price: 149_900, stock: { M: 9 }, seller: 'Loom' });
  const watch = await shop.add({ name: 'Brass Watch', category: 'Watches', price: 50_000, stock: 9, seller: 'Mill' });
  token = await signUp(shop, '9876543210');
  shopper = customerOf(shop, token);
  await shopper.put(shirt.id, 2, shirt.variants['M']);
  await shopper.put(watch.id);
});
afterEach(() => shop.close());

const messages = async () =>
  (await listOutbox(shop.store.db, { limit: 100 })).reverse().map(({ kind, recipient, subject, body }) => ({
    kind,
    recipient,
    subject,
    ...(JSON.parse(body) as Record<string, string>),
  }));

test('an order is confirmed once, by one mail and one SMS for all its sellers', async () => {
  const key = randomUUID();
  await shopper.buy('3498.00', { key });
  await shopper.buy('3498.00', { key });
  const orders = (await shopper.orders()).reverse();
  const [first, second] = orders.map(({ order_number }) => order_number);
  const [mail, sms, ...others] = await messages();
  expect(others).toEqual([]);
  const { html, ...rest } = mail as Record<string, string>;
  for (const part of ['Linen Shirt (M)', '₹2,998.00', `Order ${second}`, '12 MG Road']) expect(html).toContain(part);
  expect(rest).toEqual({
    kind: 'mail',
    recipient: 'asha@example.com',
    subject: `Your orders ${first}, ${second} at Meena Stores`,
    text: [
      'Dear Asha Rao,',
      'Thank you for your orders. This is what we are sending you:',
      `Order ${first}\n  2 × Linen Shirt (M)  ₹2,998.00\n  Total  ₹2,998.00\n  To be paid on delivery`,
      `Order ${second}\n  1 × Brass Watch  ₹500.00\n  Total  ₹500.00\n  To be paid on delivery`,
      'To: 12 MG Road, Bengaluru 560001, Karnataka',
      ...orders.map(({ order_number, pay_path }) => `Pay order ${order_number} now: https://shop.invalid${pay_path}`),
      'See your orders: https://shop.invalid/my-account/orders',
      'Meena Stores',
    ].join('\n\n'),
  });
  expect(sms).toEqual({
    kind: 'sms',
    recipient: '9876543210',
    subject: 'order_placed',
    order: `${first}, ${second}`,
    amount: '3498.00',
  });
});

test('the text for orders of three sellers has no variable of more than 30 characters', async () => {
  const cup = await shop.add({ name: 'Clay Cup', category: 'Cups', price: 10_000, stock: 9, seller: 'Kiln' });
  await shopper.put(cup.id);
  await shopper.buy('3598.00');
  const sms = (await messages()).find(({ kind }) => kind === 'sms');
  expect(sms).toMatchObject({ order: expect.stringMatching(/^HT-\w{8} and 2 more$/), amount: '3598.00' });
});

test('the reply names the messages that are sent: a mailbox that no one has proven gets six mails a day', async () => {
  const selling = await openShop({ mail: { smtpUrl: 'smtp://127.0.0.1:9', from: 'shop@example.com' } });
  try {
    const cup = await selling.add({ name: 'Clay Cup', category: 'Cups', price: 10_000, stock: 99, seller: 'Kiln' });
    const buyer = customerOf(selling, await signUp(selling, '9876543210'));
    const told: unknown[] = [];
    for (let i = 0; i < 7; i++) {
      await buyer.put(cup.id);
      told.push((await buyer.buy('100.00')).notified);
    }
    expect(told).toEqual([...Array(6).fill({ email: true }), {}]);
  } finally {
    await selling.close();
  }
});

test('a shop that sends nothing says so', async () => {
  expect((await shopper.buy('3498.00')).notified).toEqual({});
});

test('a refused checkout sends no message', async () => {
  expect(await shopper.checkOut('1.00')).toMatchObject({ success: false, httpStatus: 409 });
  expect(await messages()).toEqual([]);
});

test('a cancellation is confirmed once', async () => {
  const { order_id } = await shopper.buy('3498.00');
  const body = { order_id: order_id[0] ?? 0, reject_reason_select: 'Changed My Mind' } as const;
  await shop.succeed(cancelOrderCall, { token, body });
  await shop.fail(cancelOrderCall, { token, body });
  const [mail, sms, ...others] = (await messages()).slice(2);
  const number = (await shopper.orders()).find((order) => order.order_id === body.order_id)?.order_number;
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ subject: `Your order ${number} at Meena Stores has been cancelled` });
  expect(sms).toMatchObject({ subject: 'order_cancelled', order: number, amount: '2998.00' });
});

test('replies to an order’s mail reach the shop, and those to the owner’s mail its customer', async () => {
  const legal = { support_email: 'help@meena.example' };
  await shop.change((tx) => saveSettings(tx, { ...defaultSettings, store_name: 'Meena Stores', legal }));
  await shopper.buy('3498.00');
  const mails = ((await messages()) as Record<string, string>[]).filter((message) => message['kind'] === 'mail');
  expect(mails.map((mail) => [mail['recipient'], mail['replyTo']])).toEqual([
    ['asha@example.com', 'help@meena.example'],
    ['help@meena.example', 'asha@example.com'],
  ]);
});
