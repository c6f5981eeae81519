import { expect } from 'vitest';
import { signInStaff } from '#tests/support/admin/staff.ts';
import { axeViolations } from '#tests/support/browser/axe.ts';
import { createCustomer } from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { openPage } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useSmallShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useSmallShop({ viewport: { width: 320, height: 640 } });

test.for([
  ['with script', true],
  ['without script', false],
] as const)(
  'one order is confirmed, noted and changed on a phone, after its new total has been shown, %s',
  { timeout: 90_000 },
  async ([, hasScript]) => {
    const { page, pageErrors } = await openPage({
      viewport: { width: 320, height: 640 },
      hasTouch: true,
      isMobile: true,
      javaScriptEnabled: hasScript,
    });
    const user = await createCustomer(shop);
    const [order] = await placeOrder(shop, user, [{ slug: 'plain-tee', size: 'S', quantity: 2 }]);
    const press = (name: string) => page.getByRole('button', { name, exact: true }).first().tap();
    await signInStaff(page, shop);
    await page.goto(`${shop.url}/admin/orders/${order?.order_number}`);
    await page.getByRole('heading', { name: present(order).order_number, level: 1 }).waitFor();
    expect(await page.getByRole('link', { name: /^Call/ }).first().getAttribute('href')).toBe(
      `tel:+91${user.customer.phone_number}`,
    );
    expect(await page.getByRole('link', { name: 'WhatsApp', exact: true }).getAttribute('href')).toContain(
      `https://wa.me/91${user.customer.phone_number}?text=Hello%20`,
    );
    if (hasScript) expect(await axeViolations(page, 'one order')).toEqual([]);

    await press('Could not reach');
    await page.getByText('Recorded: Could not reach.').waitFor();
    await press('Does not want it');
    await page.getByText('Recorded: Does not want it.').waitFor();
    expect(await page.getByLabel('Reason (the customer sees this)').inputValue()).toContain('on the phone');
    expect(await page.getByRole('button', { name: 'Cancel this order' }).isVisible()).toBe(true);
    if (hasScript) expect(await axeViolations(page, 'an order that is not wanted')).toEqual([]);
    await page.goto(`${shop.url}/admin/orders?payment=cod-unconfirmed&text=${order?.order_number}&tab=all`);
    await page.getByRole('table').getByText('Does not want it').waitFor();
    await page.goto(`${shop.url}/admin/orders/${order?.order_number}`);

    await press('Confirm');
    await page.getByRole('button', { name: 'Undo' }).waitFor();
    await page.getByLabel('New note').fill('<b>Call before noon</b>');
    await press('Add note');
    await page.getByText('<b>Call before noon</b>').waitFor();

    await page.getByRole('link', { name: 'Change items or address' }).tap();
    await page.getByText('Cancel units').first().tap();
    if (hasScript) expect(await axeViolations(page, 'changes of an order')).toEqual([]);
    await press('See what it comes to');
    await page.getByRole('heading', { name: 'Before you confirm' }).waitFor();
    const total = await page
      .getByRole('row', { name: /^Total/ })
      .getByRole('cell')
      .nth(1)
      .innerText();
    if (hasScript) expect(await axeViolations(page, 'a change to confirm')).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
    await press('Confirm the change');
    await page.getByText('Order changed').waitFor();
    expect(await page.getByText(`To collect on delivery: ${total}`).count()).toBe(1);
    expect(pageErrors).toEqual([]);
  },
);

test('a mistyped number and a page for owners only are pages that lead on', async ({ page }) => {
  await signInStaff(page, shop, 'packer');
  const open = async (path: string): Promise<[status: number | undefined, heading: string]> => {
    const response = await page.goto(`${shop.url}/admin${path}`);
    expect(await axeViolations(page, path)).toEqual([]);
    return [response?.status(), await page.getByRole('heading', { level: 1 }).innerText()];
  };
  expect(await open('/orders/HT-00000000')).toEqual([404, 'Page not found']);
  expect(await open('/refunds')).toEqual([403, 'For owners']);
  await page.getByRole('link', { name: 'Find an order' }).click();
  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
});
