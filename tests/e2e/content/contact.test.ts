import type { Page } from 'playwright';
import { expect } from 'vitest';
import { failure } from '#lib/contract/messages/failures.ts';
import { fieldErrors } from '#lib/contract/messages/field-errors.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { createCustomer, saveSession } from '#tests/support/browser/customer.ts';
import { useDemoShop } from '#tests/support/shop-test.ts';

const { shop, test } = await useDemoShop();
const plainTest = test.extend('pageOptions', { javaScriptEnabled: false });

const filled = {
  'First name': 'Meera',
  'Last name': 'Nair',
  Email: 'meera@example.in',
  'Phone number': '9812345670',
  Subject: 'The size of a kurta',
  Message: 'Does the ivory kurta\ncome in XXL?',
};

const form = (page: Page) => page.locator('.contact-form');
const fill = async (page: Page, values: Partial<typeof filled> = filled) => {
  for (const [label, value] of Object.entries(values)) await form(page).getByLabel(label, { exact: true }).fill(value);
};
const send = (page: Page) => form(page).getByRole('button', { name: 'Send message' }).click();
/** The message of a field's accessible description. */
const noteOf = (page: Page, label: string) =>
  form(page)
    .getByLabel(label, { exact: true })
    .evaluate((input) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent ?? '');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

/** Opens the form; collects the bodies that the page sends to the store. */
async function openForm(page: Page): Promise<Record<string, unknown>[]> {
  const sent: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/contact')) sent.push(request.postDataJSON());
  });
  await page.goto(`${shop.url}/faq`);
  return sent;
}

test('an empty form is not sent, shows an error at each field, and focuses the first', async ({ page }) => {
  const sent = await openForm(page);
  await send(page);
  await expect.poll(() => noteOf(page, 'Message')).toBe(fieldErrors.messageRequired);
  const notes = await Promise.all(Object.keys(filled).map((label) => noteOf(page, label)));
  expect(notes).toEqual([
    'This field is required',
    'This field is required',
    'Email is required',
    'Phone number is required',
    'Subject is required',
    'Message is required',
  ]);
  expect(await focused(page)).toBe('firstname');
  expect(sent).toEqual([]);
});

test.for([
  ['First name', 'M', fieldErrors.nameShort],
  ['Last name', 'N'.repeat(51), fieldErrors.nameLong],
  ['Email', 'meera@example', fieldErrors.emailInvalid],
  ['Phone number', '0812345670', fieldErrors.phoneInvalid],
  ['Phone number', '98123456701', fieldErrors.phoneInvalid],
  ['Subject', '   ', fieldErrors.subjectRequired],
  ['Message', ' \n ', fieldErrors.messageRequired],
] as [keyof typeof filled, string, string][])('%s “%s” shows “%s”', async ([label, value, message], { page }) => {
  const sent = await openForm(page);
  await fill(page, { ...filled, [label]: value });
  await send(page);
  await expect.poll(() => noteOf(page, label)).toBe(message);
  const field = form(page).getByLabel(label, { exact: true });
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true);
  expect(sent).toEqual([]);
  await fill(page, { [label]: filled[label] });
  await expect.poll(() => noteOf(page, label)).toBe('');
});

test('a message is sent once however often the button is pressed, is stored, and is confirmed', async ({ page, pageErrors }) => {
  const sent = await openForm(page);
  await fill(page);
  expect(await form(page).getByRole('checkbox').isChecked()).toBe(false);
  let answer = (): void => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/contact', async (route) => {
    await held;
    await route.continue();
  });
  await form(page).getByRole('button', { name: 'Send message' }).dblclick();
  await form(page).getByRole('button', { name: 'Sending…' }).waitFor();
  await form(page).getByLabel('Subject').press('Enter');
  answer();
  const thanks = page.getByRole('heading', { name: 'Thank you, Meera' });
  await thanks.waitFor();
  await expect.poll(() => thanks.evaluate((heading) => heading === document.activeElement)).toBe(true);
  await page.locator('[data-sonner-toast]').getByText(success.contactSent).waitFor();
  expect(sent).toEqual([
    {
      firstname: 'Meera',
      lastname: 'Nair',
      email: 'meera@example.in',
      phone_number: '9812345670',
      subject: 'The size of a kurta',
      message: filled.Message,
      subscribe: false,
    },
  ]);
  expect(await shop.store('outbox', '--json')).toContain('The size of a kurta');
  await page.getByRole('button', { name: 'Write another message' }).click();
  expect(await focused(page)).toBe('subject');
  expect(await form(page).getByLabel('Message').inputValue()).toBe('');
  expect(pageErrors).toEqual([]);
});

test('input from before hydration is kept', async ({ page }) => {
  let come = (): void => {};
  const held = new Promise<void>((resolve) => {
    come = resolve;
  });
  await page.route('**/_astro/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`${shop.url}/faq`, { waitUntil: 'commit' });
  await fill(page);
  await form(page).getByRole('checkbox').check();
  await send(page);
  come();
  await page.getByRole('heading', { name: 'Thank you, Meera' }).waitFor();
  expect(new URL(page.url()).search).toBe('');
});

test('a refusal of the store is shown at its fields, and the input is kept', async ({ page }) => {
  const sent = await openForm(page);
  await fill(page);
  await page.route('**/api/contact', (route) =>
    route.fulfill({
      status: 422,
      json: {
        success: false,
        message: ['Not today', 'Nor tomorrow'],
        errors: { message: ['Too rude'], email: ['We know better'] },
      },
    }),
  );
  await send(page);
  await expect.poll(() => noteOf(page, 'Email')).toBe('We know better');
  expect(await noteOf(page, 'Message')).toBe('Too rude');
  expect(await focused(page)).toBe('email');
  for (const text of ['Not today', 'Nor tomorrow']) await page.locator('[data-sonner-toast]').getByText(text).waitFor();

  await page.unroute('**/api/contact');
  await page.route('**/api/contact', (route) => route.abort('internetdisconnected'));
  await send(page);
  await page.locator('[data-sonner-toast]').getByText(failure.generic).waitFor();
  expect(await form(page).getByLabel('Message').inputValue()).toBe(filled.Message);

  await page.unroute('**/api/contact');
  await send(page);
  await page.getByRole('heading', { name: 'Thank you, Meera' }).waitFor();
  expect(sent.length).toBe(3);
}, 180_000);

test('a signed-in customer’s details are prefilled', async ({ page }) => {
  const customer = await createCustomer(shop);
  await saveSession(page, shop, customer);
  await page.goto(`${shop.url}/faq`);
  await form(page).getByLabel('Subject').click();
  await expect.poll(() => form(page).getByLabel('Email').inputValue()).toBe(customer.customer.email);
  expect(await form(page).getByLabel('Phone number').inputValue()).toBe(customer.customer.phone_number);
});

plainTest('without script there is no form, but an address and a phone number', async ({ page }) => {
  await page.goto(`${shop.url}/faq`);
  expect(await form(page).isVisible()).toBe(false);
  expect(await page.getByRole('heading', { name: 'Write to us' }).isVisible()).toBe(false);
  const care = page.getByRole('complementary', { name: 'Customer care' });
  expect(await care.getByRole('link', { name: 'help@tana-and-bana.example' }).getAttribute('href')).toBe(
    'mailto:help@tana-and-bana.example',
  );
  expect(await care.getByRole('link', { name: '0000000000' }).getAttribute('href')).toBe('tel:0000000000');
  expect(await care.getByRole('link', { name: 'Write to us' }).isVisible()).toBe(false);
});
