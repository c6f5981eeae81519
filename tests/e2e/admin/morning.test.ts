import type { Page } from 'playwright';
import { describe, expect, inject } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { ORDER_RETURNED as RETURNED } from '#lib/contract/order-status.ts';
import { signInStaff } from '#tests/support/admin/staff.ts';
import { apiData, apiReply, createCustomer } from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { newDataDir, openRecords, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';
import type { PageOptions } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useShop } from '#tests/support/shop-test.ts';

const ORDERS = 25;
const MAX_TAPS = 60;

/** Presses controls by role and visible name, as a person does, and counts the presses. */
class Hand {
  taps = 0;
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(role: 'link' | 'button', name: string | RegExp): Promise<void> {
    this.taps += 1;
    await this.page
      .getByRole(role, { name, exact: typeof name === 'string' })
      .first()
      .click();
    await this.page.waitForLoadState();
  }

  /** Opens what a summary hides, which has no role of its own in every browser. */
  async unfold(name: string): Promise<void> {
    this.taps += 1;
    await this.page.getByText(name, { exact: true }).first().click();
  }

  /** A button where script works, else a link. */
  async selectAll(count: number): Promise<void> {
    this.taps += 1;
    const name = `Select all ${count} on this page`;
    await this.page.getByRole('button', { name }).or(this.page.getByRole('link', { name })).click();
    await this.page.waitForLoadState();
  }

  async goBack(): Promise<void> {
    this.taps += 1;
    await this.page.goBack();
  }

  async toSection(name: string): Promise<void> {
    if (await this.page.getByText('Menu', { exact: true }).isVisible()) await this.unfold('Menu');
    await this.press('link', name);
  }

  /** Presses of a part of the work. */
  async count(work: () => Promise<void>): Promise<number> {
    const before = this.taps;
    await work();
    return this.taps - before;
  }
}

/** Orders of one customer each, the fourth one paid ahead. */
async function addOrders(shop: RunningShop): Promise<string[]> {
  const numbers: string[] = [];
  for (let i = 0; i < ORDERS; i++) {
    const session = await createCustomer(shop);
    const quantity = i === 1 ? 3 : 1;
    const isPaid = i === 3;
    const payment_method = isPaid ? 'prepaid' : 'cod';
    const [order] = await placeOrder(shop, session, [{ slug: 'long-wallet', quantity }], { payment_method });
    if (isPaid) {
      const { id } = await apiData<{ id: string }>(shop, '/payment', undefined, session.token);
      await apiReply(shop, `/payment/${id}/confirm`, { outcome: 'paid' }, session.token);
    }
    numbers.push(present(order).order_number);
  }
  return numbers;
}

/** Lets the time for Undo be over. */
async function endUndo(shop: RunningShop): Promise<void> {
  const db = await openRecords(shop);
  await write(db, (tx) => tx.updateTable('staged_change').set({ due_at: new Date().toISOString() }).execute());
  await db.destroy();
}

/** Numbers of orders that a courier has paid in full, and of refunds that were asked for. */
async function countMoney(shop: RunningShop): Promise<{ remitted: number; refunded: number }> {
  const db = await openRecords(shop);
  const remitted = await db.selectFrom('remitted_order').select('order_id').where('state', '=', 'paid').execute();
  const refunded = await db.selectFrom('provider_refund').select('order_id').execute();
  await db.destroy();
  return { remitted: remitted.length, refunded: refunded.length };
}

const readStatuses = async (shop: RunningShop): Promise<Record<string, string>> => {
  const db = await openRecords(shop);
  const rows = await db.selectFrom('orders').select(['order_number', 'status']).execute();
  await db.destroy();
  return Object.fromEntries(rows.map(({ order_number, status }) => [order_number, status]));
};

const hands: [string, PageOptions][] = [
  ['a phone', { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }],
  ['a desktop', { viewport: { width: 1440, height: 900 } }],
  [
    'a phone without JavaScript',
    { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, javaScriptEnabled: false },
  ],
];

describe.each(hands)('the morning of an owner with %s', async (_, options) => {
  const { shop, test } = await useShop(startShop(newDataDir(inject('smallTemplate'))), options);

  test(`takes at most ${MAX_TAPS} taps for ${ORDERS} orders`, async ({ page }) => {
    const numbers = await addOrders(shop);
    const [cancelled = '', partly = '', returned = '', ...others] = numbers;
    await signInStaff(page, shop);
    await page.goto(`${shop.url}/admin`);
    const hand = new Hand(page);

    const confirm = await hand.count(async () => {
      await hand.press('link', /To confirm$/);
      await hand.selectAll(25);
      await hand.press('button', 'Confirm');
    });
    await page.getByText('Confirmed: 25 orders.').waitFor();
    expect(confirm).toBeLessThanOrEqual(3);

    await hand.press('link', /^To pack/);
    await hand.press('link', cancelled);
    await hand.unfold('Cancel');
    await hand.press('button', 'Cancel this order');
    await page.getByText('Cancelled.', { exact: true }).waitFor();

    await hand.toSection('Orders');
    await hand.press('link', /^To pack/);
    await hand.press('link', partly);
    await hand.press('link', 'Change items or address');
    await hand.unfold('Cancel units');
    await hand.press('button', 'See what it comes to');
    await hand.press('button', 'Confirm the change');

    await hand.toSection('Orders');
    await hand.press('link', /^To pack/);
    await hand.selectAll(24);
    await hand.press('button', 'Packed');
    await page.getByText('Packed: 24 orders.').waitFor();

    await hand.press('link', /^To ship/);
    const labels = await hand.count(async () => {
      await hand.selectAll(24);
      await hand.press('button', 'Print…');
      await hand.press('link', /^Labels/);
    });
    expect(labels).toBeLessThanOrEqual(3);
    await hand.goBack();

    await hand.toSection('Ship');
    const ship = await hand.count(async () => {
      await page.getByLabel('Courier for all').fill('Delhivery');
      const list = [partly, returned, ...others].map((number, i) => `${number} AWB${1000 + i}`).join('\n');
      await page.getByLabel('Paste order numbers and AWBs').fill(list);
      await hand.press('button', 'Show what it does');
      await hand.press('button', 'Ship 24 orders');
    });
    await page.getByText('Shipped: 24 orders.').waitFor();
    expect(ship).toBeLessThanOrEqual(3);

    await hand.toSection('Orders');
    await hand.press('link', /^On the way/);
    await hand.press('link', returned);
    await hand.unfold('Came back, or cancel');
    await hand.press('button', 'Came back');
    await page.getByText('Recorded that it came back.').waitFor();

    await hand.toSection('Orders');
    await hand.press('link', /^On the way/);
    await hand.selectAll(23);
    await hand.press('button', 'Delivered');
    await page.getByText('Delivered: 23 orders.').waitFor();

    await hand.press('link', /^All/);
    await hand.press('link', present(others[0]));
    const refund = await hand.count(async () => {
      await hand.press('link', /^Refund(?!s)/);
      await page.getByLabel('Rupees').fill('100');
      await page.getByLabel('Why', { exact: true }).fill('A scratch');
      await hand.press('button', 'Refund amount');
    });
    expect(refund).toBeLessThanOrEqual(4);

    await hand.toSection('Cash on delivery');
    const paid = others.map((_number, i) => `AWB${1002 + i},1299.00`).join('\n');
    await page.getByLabel('Remittance file of the courier').setInputFiles({
      name: 'remittance.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`AWB,Amount\n${paid}\n`),
    });
    hand.taps += 1;
    await hand.press('button', 'Match');

    await hand.toSection('Orders');
    const find = await hand.count(async () => {
      await page.getByLabel('Number, phone, name or AWB').fill('AWB1005');
      await hand.press('button', 'Search');
    });
    await page.getByRole('link', { name: present(others[3]) }).waitFor();
    expect(find).toBeLessThanOrEqual(2);

    expect(hand.taps).toBeLessThanOrEqual(MAX_TAPS);
    await endUndo(shop);
    const delivered = [partly, ...others].map((number) => [number, 'order is delivered']);
    const wanted = Object.fromEntries([[cancelled, 'order is cancelled'], [returned, RETURNED], ...delivered]);
    await expect.poll(() => readStatuses(shop)).toEqual(wanted);
    expect(await countMoney(shop)).toEqual({ remitted: others.length - 1, refunded: 1 });
  }, 120_000);
});
