import { afterAll, beforeAll, expect, test } from 'vitest';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import { confirmPaymentCall } from '#lib/contract/payments.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let next = 9_497_000_000;
beforeAll(async () => {
  shop = await openShop();
  const legal = { support_email: 'owner@example.com' };
  await shop.change((tx) => saveSettings(tx, { ...defaultSettings, legal }));
});
afterAll(() => shop.close());

async function fillCart(sellers: readonly string[]) {
  const shopper = customerOf(shop, await signUp(shop, String(next++)));
  for (const seller of sellers) {
    const { id } = await shop.add({ name: `Lamp ${seller} ${next}`, category: 'Home', price: 50_000, stock: 5, seller });
    await shopper.put(id);
  }
  return shopper;
}

test('a note is on every order of the checkout and in the owner’s mail, without control characters and links', async () => {
  const shopper = await fillCart(['Loom', 'Mill']);
  const note = '  Ring \u0007twice,\r\nplease\u202e. See www.spam.example  ';
  await shopper.buy('1000.00', { note });
  const cleaned = 'Ring  twice,\nplease. See www.spam.example';
  expect((await shopper.orders()).map((order) => order.note)).toEqual([cleaned, cleaned]);
  const mails = await listOutbox(shop.store.db, { limit: 10 });
  const mail = mails.find(({ recipient }) => recipient === 'owner@example.com');
  const { text, html } = JSON.parse(mail?.body ?? '{}');
  for (const part of [text, html]) {
    expect(part).toContain('Note from the customer: Ring');
    expect(part).not.toContain('www.spam.example');
  }
});

test('a note outlives a failed payment, and a checkout without one has none', async () => {
  const shopper = await fillCart(['Loom']);
  const first = await shopper.buy('500.00', { payment_method: 'prepaid', note: 'Gift wrap' });
  const { token } = shopper;
  await shop.succeed(confirmPaymentCall, { token, params: { id: first.payment?.id ?? '' }, body: { outcome: 'failed' } });
  await shopper.buy('500.00', { payment_method: 'prepaid', note: 'Gift wrap' });
  expect((await shopper.orders()).map(({ note }) => note)).toEqual(['Gift wrap', 'Gift wrap']);
  const plain = await fillCart(['Loom']);
  await plain.buy('500.00', { note: ' \u200b ' });
  expect((await plain.orders())[0]?.note).toBeUndefined();
});

test('a note of more than 250 characters is refused at its field', async () => {
  const shopper = await fillCart(['Loom']);
  expect(await shopper.checkOut('500.00', { note: 'x'.repeat(251) })).toMatchObject({
    httpStatus: 422,
    errors: { note: [expect.any(String)] },
  });
  await shopper.buy('500.00', { note: 'x'.repeat(250) });
});
