import { expect, test } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { copyOrder } from '#tests/support/admin/copy-order.ts';
import { signInStaff } from '#tests/support/admin/staff.ts';
import { axeViolations } from '#tests/support/browser/axe.ts';
import { createCustomer } from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { openRecords } from '#tests/support/browser/shop-server.ts';
import { openPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop } = await useSmallShop();
const count = 25;
let mornings = 0;

/** Places as many orders as a morning has, each time at a pincode of their own. */
async function placeMorning(): Promise<{ pincode: string; numbers: string[] }> {
  const pincode = String(560_200 + mornings++);
  const [order] = await placeOrder(shop, await createCustomer(shop), [{ slug: 'long-wallet' }]);
  const numbers = Array.from({ length: count }, (_, i) => `MORN${pincode}-${i}`);
  const db = await openRecords(shop);
  await write(db, (tx) => copyOrder(tx, order?.order_id ?? 0, numbers, { pincode })).finally(() => db.destroy());
  return { pincode, numbers };
}

test.for([
  ['with script', true],
  ['without script', false],
] as const)(
  'a page of orders is confirmed in two taps, and taken back in one, %s',
  { timeout: 90_000 },
  async ([, hasScript]) => {
    const { page, pageErrors } = await openPage({
      viewport: { width: 360, height: 740 },
      hasTouch: true,
      isMobile: true,
      javaScriptEnabled: hasScript,
    });
    const { pincode, numbers } = await placeMorning();
    await signInStaff(page, shop);
    await page.goto(`${shop.url}/admin/orders?pincode=${pincode}`);
    const boxes = page.getByRole('checkbox', { name: /^Select / });
    await expect.poll(() => boxes.count()).toBe(count);
    if (hasScript) expect(await axeViolations(page, 'orders to confirm')).toEqual([]);

    await page.getByRole(hasScript ? 'button' : 'link', { name: `Select all ${count} on this page` }).tap();
    await expect.poll(() => boxes.and(page.locator(':checked')).count()).toBe(count);
    await page.getByRole('button', { name: 'Confirm', exact: true }).tap();
    const result = page.getByRole('status', { name: 'What was done' });
    await expect.poll(() => result.textContent()).toContain(`Confirmed: ${count} orders.`);
    expect(new URL(page.url()).searchParams.get('pincode')).toBe(pincode);
    await expect.poll(() => page.getByText('No order matches').count()).toBe(1);
    if (hasScript) expect(await axeViolations(page, 'orders that were confirmed')).toEqual([]);

    await result.getByRole('button', { name: 'Undo' }).tap();
    await expect.poll(() => result.textContent()).toContain(`Undone: ${count} orders.`);
    expect(await boxes.count()).toBe(count);

    const bar = page.getByRole('group', { name: 'Change the ticked orders' });
    for (const tab of ['to_confirm', 'to_pack', 'all']) {
      await page.goto(`${shop.url}/admin/orders?tab=${tab}&select=page`);
      // One row of buttons, also on the narrowest phones: a higher bar hides what is behind it.
      for (const width of [320, 360]) {
        await page.setViewportSize({ width, height: 740 });
        const tops = await bar
          .locator(':scope > button, summary')
          .evaluateAll((buttons) => buttons.map((button) => Math.round(button.getBoundingClientRect().top)));
        expect([tab, width, new Set(tops).size]).toEqual([tab, width, Math.min(1, tops.length)]);
      }
    }

    await page.getByRole('searchbox', { name: 'Number, phone, name or AWB' }).fill(present(numbers[3]));
    await page.getByRole('button', { name: 'Search' }).tap();
    await expect.poll(() => boxes.count()).toBe(1);
    await page.getByText('More', { exact: true }).tap();
    await page.getByRole('button', { name: 'Shipped' }).tap();
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('Tick at least one order first.');
    await boxes.check();
    await page.getByText('More', { exact: true }).tap();
    if (hasScript) expect(await axeViolations(page, 'the changes of all orders')).toEqual([]);
    await page.getByRole('button', { name: 'Shipped' }).tap();
    await expect.poll(() => result.textContent()).toContain('Confirm it first.');
    if (hasScript) {
      expect(await axeViolations(page, 'an order that was refused')).toEqual([]);
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    }
    expect(pageErrors).toEqual([expect.stringContaining('422')]);
  },
);
