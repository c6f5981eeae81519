import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { newMobile } from '#tests/support/browser/customer.ts';
import { freePort, startShop } from '#tests/support/browser/shop-server.ts';
import { storeIn } from '#tests/support/cli/run-command.ts';
import { openSmsProvider, type SmsProvider } from '#tests/support/providers/sms.ts';
import { type Mailbox, openMailbox } from '#tests/support/providers/smtp-server.ts';
import { pageTest as test } from '#tests/support/shop-test.ts';

// The first hour of an owner, as in docs/first-hour.md: setup, five more commands, and the start.

const launcher = 'src/server/launch-build-or-sources.mjs';
const pageFiles = ['faq.md', 'terms.md', 'privacy.md', 'returns.md', 'shipping.md'];
const PRODUCTS = 100;

let folder: string;
let port: string;
let sms: SmsProvider;
let mailbox: Mailbox;
const ran: string[] = [];

/** Runs a command in the owner's folder; throws when it fails. */
async function command(...args: string[]): Promise<string> {
  ran.push(args[0] as string);
  const { code, out, err } = await storeIn(
    { ENV_FILE: join(folder, '.env'), DATA_DIR: join(folder, 'data'), ...fromFile() },
    ...args,
  );
  if (code !== 0) throw new Error(`store ${args.join(' ')} ended with ${code}:\n${out}${err}`);
  return out;
}
const fromFile = () => {
  try {
    return parseEnv(readFileSync(join(folder, '.env'), 'utf8')) as Record<string, string>;
  } catch {
    return {};
  }
};

/** An export of products with photographs in a folder. */
async function writeCatalogue(): Promise<string> {
  const categories = ['Sarees', 'Kurtas', 'Stoles', 'Cushions'];
  const lines = ['Handle,Title,Type,Variant Price,Variant Inventory Qty,Image Src'];
  mkdirSync(join(folder, 'photos'));
  for (let i = 0; i < PRODUCTS; i++) {
    const category = categories[i % categories.length] as string;
    if (i < 8)
      await sharp({ create: { width: 1000, height: 1250, channels: 3, background: { r: 25 * i, g: 110, b: 140 } } })
        .jpeg()
        .toFile(join(folder, 'photos', `${i}.jpg`));
    lines.push(`item-${i},${category} no. ${i},${category},${499 + i},20,${i % 8}.jpg`);
  }
  const file = join(folder, 'products.csv');
  writeFileSync(file, lines.join('\n'));
  return file;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'first-hour-'));
  port = await freePort();
  [sms, mailbox] = await Promise.all([openSmsProvider(), openMailbox()]);
});
afterAll(async () => {
  await Promise.all([sms.close(), mailbox.close()]);
});

test('setup and five commands make a shop with front, law pages and menu, and a guest orders for cash', async ({
  page,
  pageErrors,
}) => {
  await command(
    ...['setup', '--site-url', `http://127.0.0.1:${port}`, '--name', 'Mysuru Looms', '--trust-proxy', '0'],
    ...['--smtp-url', mailbox.smtpUrl, '--mail-from', 'Mysuru Looms <orders@looms.example>'],
    ...['--sms-auth-key', 'key', '--sms-template-otp', 'T1'],
    ...['--legal-name', 'Mysuru Looms LLP', '--address', '4 Mill Road, Mysuru 570001', '--state', 'Karnataka', '--gstin', 'none'],
    ...['--support-email', 'owner@looms.example', '--support-phone', '98765 43210'],
    ...['--officer-name', 'Asha Rao', '--officer-email', 'owner@looms.example', '--officer-phone', '98765 43210'],
  );
  await command('import', await writeCatalogue(), '--pictures', join(folder, 'photos'));
  await command('pages', 'write', join(folder, 'texts'));
  for (const file of pageFiles) {
    const path = join(folder, 'texts', file);
    writeFileSync(path, readFileSync(path, 'utf8').split('\n').slice(1).join('\n'));
  }
  await command('pages', 'read', join(folder, 'texts'));
  const found = JSON.parse((await storeIn({ ...fromFile(), SMS_URL: sms.settings.url }, 'doctor', '--json')).out);
  expect(found.findings.filter(({ state }: { state: string }) => state === 'bad')).toEqual([]);
  expect(ran).toEqual(['setup', 'import', 'pages', 'pages']);

  const shop = await startShop(
    join(folder, 'data'),
    { ...fromFile(), SMS_URL: sms.settings.url, HOST: '127.0.0.1', PORT: port },
    launcher,
  );
  onTestFinished(shop.stop);
  await page.goto(shop.url);
  expect(await page.locator('h1').innerText()).toBe('Mysuru Looms');
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Returns' }).click();
  await page.getByRole('heading', { name: 'Returns & Refunds', level: 1 }).waitFor();
  const text = await page.locator('main').innerText();
  for (const detail of ['Mysuru Looms LLP', '4 Mill Road, Mysuru 570001', 'Asha Rao, Grievance Officer'])
    expect(text).toContain(detail);

  const typed = (label: string) => page.getByLabel(label, { exact: true });
  const mobile = newMobile();
  await page.goto(`${shop.url}/products/item-1`);
  await page.getByRole('button', { name: 'Add to cart', exact: true }).first().click();
  await page.getByRole('dialog', { name: /^Your cart/ }).waitFor();
  await page.goto(`${shop.url}/checkout`);
  await typed('Mobile number').fill(mobile);
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('heading', { name: 'Enter your code' }).waitFor();
  await expect.poll(() => sms.texts.length).toBe(1);
  const code = Object.values(sms.texts[0]?.recipient ?? {}).find((value) => /^\d{6}$/.test(value)) as string;
  await typed('6-digit code').fill(code);
  await page.getByRole('heading', { name: 'Delivery address' }).waitFor();
  const answers = {
    'First name': 'Meera',
    'Last name': 'Nair',
    Email: 'meera@example.in',
    Pincode: '682001',
    Address: '14, Lake View Road',
  };
  for (const [label, value] of Object.entries(answers)) await typed(label).fill(value);
  await expect.poll(() => typed('State').inputValue()).toBe('Kerala');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await page.getByRole('heading', { name: 'Review and pay' }).waitFor();
  await page.getByRole('main').getByText('Cash on Delivery (COD)').waitFor();
  await page.getByRole('button', { name: /^(Place order|Pay ₹)/ }).click();
  await page.getByRole('heading', { name: 'Thank you, Meera' }).waitFor();
  await expect
    .poll(() => mailbox.mails.some(({ to }) => JSON.stringify(to).includes('owner@looms.example')), { timeout: 15_000 })
    .toBe(true);
  expect(pageErrors).toEqual([]);
}, 180_000);
