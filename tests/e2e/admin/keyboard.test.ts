import { TOTP } from 'otpauth';
import type { Locator, Page } from 'playwright';
import { beforeAll, expect, inject } from 'vitest';
import { write } from '#api/database/transaction.ts';
import { setOrderStatus } from '#api/services/orders/change-status.ts';
import type { OpenedLink } from '#lib/contract/admin/staff-sign-in.ts';
import { ORDER_CONFIRMED } from '#lib/contract/order-status.ts';
import { pagesOf } from '#tests/support/admin/page-examples.ts';
import { signInStaff } from '#tests/support/admin/staff.ts';
import { staffPassword } from '#tests/support/admin/staff-person.ts';
import { apiData, apiReply, createCustomer } from '#tests/support/browser/customer.ts';
import { placeOrder } from '#tests/support/browser/place-order.ts';
import { newDataDir, openRecords, startShop } from '#tests/support/browser/shop-server.ts';
import { tabTo } from '#tests/support/browser/tab-to.ts';
import { desktop, openPage, phone } from '#tests/support/browser/test-page.ts';
import { present } from '#tests/support/present.ts';
import { useShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useShop(startShop(newDataDir(inject('smallTemplate'))), { viewport: desktop });
/** An order that is confirmed. */
let confirmed: string;

beforeAll(async () => {
  const session = await createCustomer(shop);
  const { firstname, lastname, email, phone_number } = session.customer;
  const [order] = await placeOrder(shop, session, [{ slug: 'long-wallet', quantity: 2 }]);
  confirmed = present(order).order_number;
  const db = await openRecords(shop);
  await write(db, (tx) => setOrderStatus(tx, confirmed, ORDER_CONFIRMED)).finally(() => db.destroy());
  await apiReply(shop, '/contact', { firstname, lastname, email, phone_number, subject: 'Where', message: 'Where is it?' });
}, 120_000);

/** A member of staff with password and app; returns the address, and what the app shows. */
async function addOwner(): Promise<{ email: string; code: () => string }> {
  const email = 'asha@staff.example';
  const said = await shop.store('staff', 'add', email, '--name', 'Asha');
  const link = /setup\?link=([\w-]+)/.exec(said)?.[1] ?? '';
  const { totp_secret: secret } = await apiData<OpenedLink>(shop, '/admin/open-link', { link });
  const code = () => new TOTP({ secret }).generate();
  await apiReply(shop, '/admin/set-up', { link, password: staffPassword, totp_secret: secret, code: code() });
  const db = await openRecords(shop);
  // The code of this half minute works once more.
  await write(db, (tx) => tx.updateTable('staff').set({ totp_last_step: 0 }).execute()).finally(() => db.destroy());
  return { email, code };
}

/** Uses a page with Tab, Enter, Space, arrows and text alone. */
class Keys {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async press(control: Locator, key = 'Enter'): Promise<void> {
    await tabTo(control);
    await this.page.keyboard.press(key);
  }

  /** Presses Enter on what has the focus, which leads to another page. */
  async submit(): Promise<void> {
    const loaded = this.page.waitForEvent('load');
    await this.page.keyboard.press('Enter');
    await loaded;
  }

  async #follow(role: 'button' | 'link', name: string | RegExp): Promise<void> {
    await tabTo(this.page.getByRole(role, { name, exact: typeof name === 'string' }).first());
    await this.submit();
  }

  button = (name: string | RegExp) => this.#follow('button', name);
  link = (name: string | RegExp) => this.#follow('link', name);
  /** Opens what a summary hides. */
  unfold = (name: string) => this.press(this.page.locator('summary').getByText(name, { exact: true }).first());

  async type(label: string, text: string): Promise<void> {
    await tabTo(this.page.getByLabel(label, { exact: true }));
    await this.page.keyboard.insertText(text);
  }

  async openOrder(number: string): Promise<void> {
    await this.link('Orders');
    await this.press(this.page.getByRole('searchbox'), 'ControlOrMeta+A');
    await this.page.keyboard.insertText(number);
    await this.submit();
    await this.link(number);
    await this.page.getByRole('heading', { name: number, level: 1 }).waitFor();
  }
}

test('an owner signs in, confirms, packs, ships, cancels a part and refunds by the keyboard alone', async ({
  page,
  pageErrors,
}) => {
  const customer = await createCustomer(shop);
  const place = async (more = {}) =>
    present((await placeOrder(shop, customer, [{ slug: 'long-wallet', quantity: 2 }], more))[0]).order_number;
  const [one, two, paid] = [await place(), await place(), await place({ payment_method: 'prepaid' })];
  const { id } = await apiData<{ id: string }>(shop, '/payment', undefined, customer.token);
  await apiReply(shop, `/payment/${id}/confirm`, { outcome: 'paid' }, customer.token);
  const { email, code } = await addOwner();
  const keys = new Keys(page);
  const { keyboard } = page;

  await page.goto(`${shop.url}/admin/orders`);
  await keys.type('Email', email);
  await keys.type('Password', staffPassword);
  await tabTo(page.getByRole('textbox', { name: 'Code' }));
  await keyboard.insertText(code());
  await keys.submit();

  await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  await tabTo(page.getByRole('searchbox'));
  await keyboard.insertText(customer.customer.phone_number);
  await keys.submit();
  const boxes = page.getByRole('checkbox', { name: /^Select / });
  await expect.poll(() => boxes.count()).toBe(3);

  for (const number of [one, two]) await keys.press(page.getByRole('checkbox', { name: `Select ${number}` }), 'Space');
  await keys.button('Confirm');
  await page.getByText('Confirmed: 2 orders.').waitFor();
  await keys.button('Undo');
  await page.getByText('Undone: 2 orders.').waitFor();
  for (const number of [one, two]) await keys.press(page.getByRole('checkbox', { name: `Select ${number}` }), 'Space');
  await keys.button('Confirm');
  await page.getByText('Confirmed: 2 orders.').waitFor();

  await keys.link(one);
  await keys.button('Packed');
  await page.getByText('Packed.', { exact: true }).waitFor();
  await keys.type('AWB (tracking number)', 'AWB77');
  // Back to the courier, which comes first.
  await keyboard.press('Shift+Tab');
  await keyboard.insertText('Delhivery');
  await keys.button('Shipped');
  await page.getByText('Shipped.', { exact: true }).waitFor();

  await keys.openOrder(two);
  await keys.link('Change items or address');
  await keys.unfold('Cancel units');
  await tabTo(page.getByLabel('How many').first());
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowUp');
  await keys.button('See what it comes to');
  await keys.button('Confirm the change');
  await page.getByText('Order changed').waitFor();

  await keys.openOrder(paid);
  await keys.link(/^Refund(?!s)/);
  await keys.type('Rupees', '100');
  await keys.type('Why', 'A scratch');
  await keys.button('Refund amount');
  await page
    .getByText(/The refund|Refund/)
    .first()
    .waitFor();

  const db = await openRecords(shop);
  const asked = await db.selectFrom('provider_refund').select('amount').execute();
  const { quantity } = await db.selectFrom('orders').select('quantity').where('order_number', '=', two).executeTakeFirstOrThrow();
  await db.destroy();
  expect([asked, quantity]).toEqual([[{ amount: 10_000 }], 1]);
  expect(pageErrors).toEqual([]);
}, 90_000);

const pages = pagesOf({ orderNumber: '{order}', messageId: '1' }).filter(
  ({ path }) => !/\.(?:js|webmanifest)$/.test(path) && !path.includes('/print/'),
);

/** Runs in the page: unfolds what is folded, and names the controls that Tab reaches, in the order of the document. */
function listControls(): string[] {
  // What opens over the page is left closed.
  for (const details of document.querySelectorAll<HTMLDetailsElement>('main details:not(.listed-more)')) details.open = true;
  const all = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex="0"]';
  const isChosen = (element: Element): boolean => {
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
    const group = [...document.querySelectorAll<HTMLInputElement>(`input[type=radio][name="${element.name}"]`)];
    return element.checked || !group.some(({ checked, form }) => checked && form === element.form);
  };
  const controls = [...document.querySelectorAll<HTMLElement>(all)].filter(
    (element) => element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled') && isChosen(element),
  );
  for (const [i, control] of controls.entries()) control.dataset['place'] = String(i);
  return controls.map(({ outerHTML }) => outerHTML.slice(0, 100));
}

/** Runs in the page: which control has the focus, and whether it can be seen; -1 for none. */
function readFocus(): { place: number; isVisible: boolean } {
  const focused = document.activeElement as HTMLElement;
  const area = focused.closest('label') ?? focused;
  const { left, top, right, bottom } = area.getBoundingClientRect();
  const [x, y] = [(left + right) / 2, Math.min((top + bottom) / 2, top + 22)];
  const hit = document.elementFromPoint(x, y);
  return { place: Number(focused.dataset['place'] ?? -1), isVisible: hit !== null && (area.contains(hit) || hit.contains(area)) };
}

/** Runs in the page after a press of Tab: the controls that look the same with the focus as without. */
function listUnmarked(): string[] {
  const look = (element: Element): string => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, borderWidth } = getComputedStyle(element);
    const outline = outlineStyle === 'none' || outlineWidth === '0px' ? '' : outlineWidth + outlineColor;
    return [outline, boxShadow, borderColor, borderWidth].join();
  };
  return [...document.querySelectorAll<HTMLElement>('[data-place]')].flatMap((control) => {
    (document.activeElement as HTMLElement | null)?.blur();
    const before = look(control);
    control.focus({ preventScroll: true });
    return document.activeElement === control && look(control) === before ? control.outerHTML.slice(0, 100) : [];
  });
}

/** Opens a page of the admin in a browser; pages with the same colours are shared. */
async function openAdmin(path: string, forcedColors: 'none' | 'active'): Promise<{ page: Page; controls: string[] }> {
  const { page } = await openPage({ viewport: phone, forcedColors });
  if (!path.endsWith('/sign-in')) await signInStaff(page, shop);
  await page.goto(shop.url + path.replace('{order}', confirmed));
  return { page, controls: await page.evaluate(listControls) };
}

test.each(pages)('$pattern is walked by Tab in the order of the document, with a focus that is seen', async ({ path }) => {
  const { page, controls } = await openAdmin(path, 'active');
  const walked: number[] = [];
  const hidden: string[] = [];
  // Fields of dates take several presses.
  for (let presses = 0; presses < controls.length * 5 && walked.at(-1) !== controls.length - 1; presses++) {
    await page.keyboard.press('Tab');
    const { place, isVisible } = await page.evaluate(readFocus);
    if (place === walked.at(-1)) continue;
    walked.push(place);
    if (!isVisible) hidden.push(controls[place] ?? 'no control');
  }
  expect(walked.map((place) => controls[place])).toEqual(controls);
  expect(hidden).toEqual([]);
  expect(await page.evaluate(listUnmarked)).toEqual([]);
  const { page: plain } = await openAdmin(path, 'none');
  await plain.keyboard.press('Tab');
  expect(await plain.evaluate(listUnmarked)).toEqual([]);
});
