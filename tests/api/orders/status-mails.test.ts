import { afterEach, beforeEach, expect, test } from 'vitest';
import { addCoupon } from '#api/services/coupons/edit-coupons.ts';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { fillSiteUrl } from '#api/services/messages/site-url-placeholder.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import { defaultSettings, saveSettings } from '#api/services/store/settings.ts';
import type { OrderStatus } from '#lib/contract/order-status.ts';
import type { Shipment } from '#lib/contract/orders.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

const dispatched = 'order has been dispatched from retailer';
const owner = 'owner@meena.example';

let shop: TestShop;
let shopper: ReturnType<typeof customerOf>;

beforeEach(async () => {
  shop = await openShop();
  const settings = { ...defaultSettings, store_name: 'Meena & <Stores>', buttonBackgroundColor: '#1f4a43' };
  await shop.change((tx) => saveSettings(tx, { ...settings, legal: { support_email: owner } }));
  const lamp = await shop.add({ name: 'Lamp <img src=x onerror=alert(1)>', category: 'Home', price: 50_000, stock: 9 });
  shopper = customerOf(shop, await signUp(shop, '9876543210'));
  await shopper.put(lamp.id, 1);
});
afterEach(() => shop.close());

interface Message {
  kind: string;
  recipient: string;
  subject: string;
  content: Record<string, string>;
}

/** Messages of the outbox, oldest first, since the first `skip`. */
async function messages(skip = 0): Promise<Message[]> {
  const all = (await listOutbox(shop.store.db, { limit: 100 })).reverse();
  return all.slice(skip).map(({ kind, recipient, subject, body }) => ({ kind, recipient, subject, content: JSON.parse(body) }));
}

async function buy(): Promise<{ id: number; number: string; sent: number }> {
  const { order_id } = await shopper.buy('500.00');
  const [order] = await shopper.orders();
  return { id: order_id[0] ?? 0, number: order?.order_number ?? '', sent: (await messages()).length };
}

const move = (number: string, status: OrderStatus, shipment?: Shipment) =>
  shop.change((tx) => setOrderStatus(tx, number, status, undefined, shipment));

test('every step is told once, by a mail of two parts and a text', async () => {
  const { number, sent } = await buy();
  const steps: [OrderStatus, RegExp, string][] = [
    ['order is confirmed', /has been confirmed/, 'order_confirmed'],
    [dispatched, /has been dispatched/, 'order_dispatched'],
    ['order is out for delivery', /keep ₹500\.00 ready/, 'order_out_for_delivery'],
    ['order is delivered', /has been delivered/, 'order_delivered'],
  ];
  for (const [status] of steps) {
    await move(number, status);
    await expect(move(number, status)).rejects.toThrow('cannot become');
  }
  const told = await messages(sent);
  expect(told).toHaveLength(2 * steps.length);
  for (const [i, [, says, template]] of steps.entries()) {
    const [mail, sms] = told.slice(2 * i);
    expect(mail).toMatchObject({ kind: 'mail', recipient: 'asha@example.com' });
    expect(mail?.content['text']).toMatch(says);
    expect(mail?.content['html']).toMatch(says);
    expect(sms).toMatchObject({ kind: 'sms', subject: template, content: { order: number, amount: '500.00' } });
  }
});

test('the dispatch mail names the courier and links to the parcel and to the invoice', async () => {
  const { number, sent } = await buy();
  const url = 'https://track.example/?n=1&x="';
  await move(number, dispatched, { courier: 'Blue & <Dart>', tracking_number: '77"7', url });
  const [mail, sms] = await messages(sent);
  expect(mail?.content['text']).toContain('  Courier  Blue & <Dart>\n  Tracking number  77"7');
  expect(mail?.content['text']).toContain(`Track your parcel: ${url}`);
  expect(mail?.content['html']).toContain('href="https://track.example/?n=1&amp;x=&quot;"');
  expect(mail?.content['html']).not.toContain('<Dart>');
  expect(sms?.content).toMatchObject({ courier: 'Blue & <Dart>', tracking: '77"7' });
  const link = /Invoice \S+: (\S+)/.exec(fillSiteUrl(mail?.content['text'] ?? '', 'http://store.test'))?.[1] ?? '';
  const invoice = await shop.store.fetch(new Request(link));
  expect(invoice.status).toBe(200);
  expect(await invoice.text()).toContain(number);
});

test('the mail of a delivered order leads to the orders, and no longer to the parcel', async () => {
  const { number } = await buy();
  await move(number, dispatched, { courier: 'Delhivery', tracking_number: '1490812345678', url: 'https://track.example/1' });
  await move(number, 'order is out for delivery');
  const { length } = await messages();
  await move(number, 'order is delivered');
  const [mail] = await messages(length);
  expect(mail?.content['text']).toContain('Tracking number  1490812345678');
  expect(mail?.content['text']).not.toContain('Track your parcel');
  const links = [...(mail?.content['html'] ?? '').matchAll(/<a href[^>]*>([^<]*)</g)].map(([, label]) => label);
  expect(links).toEqual(['See your orders', expect.stringMatching(/^Invoice /)]);
});

test('the HTML part is in the store’s colours, has no remote pictures and escapes every name', async () => {
  const { number } = await buy();
  const { html = '', text = '' } = (await messages())[0]?.content ?? {};
  expect(text).toContain('1 × Lamp <img src=x onerror=alert(1)>');
  expect(html).toContain('1 × Lamp &lt;img src=x onerror=alert(1)&gt;');
  expect(html).toContain('Meena &amp; &lt;Stores&gt;');
  expect(html).toContain(`Order ${number}`);
  expect(html).toContain('background-color:#1f4a43');
  expect(html).toContain('prefers-color-scheme:dark');
  expect(html).not.toMatch(/<img|<script|<link|url\(|src=["']/i);
});

test('the owner is mailed a new order with the buyer’s details, and its cancellation with the reason', async () => {
  await shopper.buy('500.00', { address: { ...address, firstname: 'Evil <b>', city: 'www.evil.example' } });
  const [order] = await shopper.orders();
  const toOwner = async () => (await messages()).filter(({ recipient }) => recipient === owner);
  const [placed, ...none] = await toOwner();
  expect(none).toEqual([]);
  expect(placed?.subject).toBe(`Meena & <Stores>: new order ${order?.order_number}`);
  expect(placed?.content['text']).toContain('Evil <b> Rao, 9876543210; 12 MG Road, evil. example 560001, Karnataka');
  expect(placed?.content['html']).toContain('Evil &lt;b&gt; Rao');
  const body = {
    order_id: order?.order_id ?? 0,
    reject_reason_select: 'Other',
    reject_reason_input: 'See http://evil.example',
  } as const;
  await shop.succeed(cancelOrderCall, { token: shopper.token, body });
  const [, cancelled] = await toOwner();
  expect(cancelled?.subject).toBe(`Meena & <Stores>: order ${order?.order_number} cancelled`);
  expect(cancelled?.content['text']).toContain('Reason: See evil. example');
});

test('nothing is returned for a cancelled order that a coupon covered', async () => {
  const coupon = { code: 'FREE', kind: 'percent', value: 100, minimum: 0, starts_at: null, ends_at: null } as const;
  await shop.change((tx) => addCoupon(tx, { ...coupon, max_uses: null, max_uses_each: null }));
  const { order_id } = await shopper.buy('0.00', { payment_method: 'prepaid', coupon_code: 'FREE' });
  const { length } = await messages();
  const body = { order_id: order_id[0] ?? 0, reject_reason_select: 'Payment Issue' } as const;
  await shop.succeed(cancelOrderCall, { token: shopper.token, body });
  const mails = (await messages(length)).filter(({ kind }) => kind === 'mail');
  expect(mails).toHaveLength(2);
  for (const { content } of mails) expect(content['text']).not.toMatch(/₹0\.00|return/i);
});

test('texts about the owner’s own steps leave the message budget to visitors', async () => {
  const { number } = await buy();
  const used = async () =>
    (await shop.store.db.selectFrom('rate_limit').select('points').where('key', '=', 'budget:sms:hour').executeTakeFirst())
      ?.points;
  const before = await used();
  await move(number, 'order is confirmed');
  expect(await used()).toBe(before);
});

test('a text about a dispatch without a courier has words for every variable, and a pickup has no text', async () => {
  const { number, sent } = await buy();
  await move(number, dispatched);
  await move(number, 'order is ready for pickup');
  const told = await messages(sent);
  expect(told.map(({ kind }) => kind)).toEqual(['mail', 'sms', 'mail']);
  expect(told[1]?.content).toEqual({ order: number, amount: '500.00', courier: 'our courier', tracking: number });
});
