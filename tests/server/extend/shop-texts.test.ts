import { randomUUID } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '#api/database/open-database.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { listSentences } from '#api/extend/shop-texts.ts';
import { findOrCreateCustomer } from '#api/services/accounts/customers.ts';
import { setCartLine } from '#api/services/cart/cart.ts';
import { placeCheckout } from '#api/services/checkout/checkout.ts';
import { listOrders } from '#api/services/orders/read-orders.ts';
import { APPLICATION_KEY_HEADER, DEFAULT_APPLICATION_KEY } from '#lib/contract/calls/application-key.ts';
import { PASSWORD_MIN_LENGTH } from '#lib/contract/field-lengths.ts';
import { buildIfNeeded } from '#server/build.ts';
import { hashInputs } from '#server/builds/build-fingerprint.ts';
import { projectFolder } from '#server/builds/build-folder.ts';
import { spawnBound } from '#tests/support/spawn-bound.ts';
import { signUpBody } from '#tests/support/store/accounts.ts';
import { address } from '#tests/support/store/delivery-address.ts';
import { addProduct } from '#tests/support/store/products.ts';

/** Outside of the project, with no folder in common. */
const dataDir = mkdtempSync(join(tmpdir(), 'shop-texts-'));
/** Inside the project, since a build imports the store from there. */
const buildsFolder = join(projectFolder, 'test-results', `builds-${process.pid}`);
const { NODE_ENV: _, ...inherited } = process.env;
const env = {
  ...inherited,
  NODE_NO_WARNINGS: '1',
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  HOST: '127.0.0.1',
  PORT: '0',
  SHUTDOWN_LINGER_MS: '0',
  SMTP_URL: 'smtp://127.0.0.1:9',
  MAIL_FROM: 'Shop <shop@example.com>',
  PUBLIC_SITE_URL: 'https://shop.example',
};

/** Every sentence has words that begin with a letter that English does not have. */
const worded = (sentence: string): string => `अ ${sentence}`;

let db: Db;
let buildFolder: string;

/** Runs a program of the server until the test ends or stops it. */
async function open(...program: string[]) {
  const child = spawnBound(program, { cwd: projectFolder, env });
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer): void => {
      output += chunk;
      const found = /open at (http:[^\s"]+)/.exec(output)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', () => reject(new Error(output)));
  });
  const stop = (): Promise<void> => {
    child.kill();
    return ended;
  };
  onTestFinished(stop);
  return { url, stop, output: () => output };
}

/** The newest mail of the outbox. */
async function newestMail(): Promise<{ subject: string; text: string; html: string }> {
  const { subject, body } = await db
    .selectFrom('outbox')
    .select(['subject', 'body'])
    .where('kind', '=', 'mail')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return { html: '', ...(JSON.parse(body) as { text: string }), subject: subject ?? '' };
}

/** The reply of a call, with the application key. */
async function call(url: string, path: string, body: object) {
  const response = await fetch(`${url}/api${path}`, {
    method: 'POST',
    headers: { [APPLICATION_KEY_HEADER]: DEFAULT_APPLICATION_KEY, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return (await response.json()) as { success: boolean; message: string; errors?: Record<string, string[]> };
}

beforeAll(async () => {
  const texts = Object.fromEntries([...listSentences().keys()].map((sentence) => [sentence, worded(sentence)]));
  writeFileSync(join(dataDir, 'texts.hi.json'), JSON.stringify(texts, null, 2));
  writeFileSync(
    join(dataDir, 'shop.config.ts'),
    "import { defineShop } from 'haat/config';\nimport texts from './texts.hi.json' with { type: 'json' };\n\nexport default defineShop({ language: 'hi', texts });\n",
  );
  db = await openDatabase(dataDir);
  await write(db, (tx) => addProduct(tx, { name: 'Lamp', category: 'Lights', price: 50_000, stock: 3 }));
  buildFolder = await buildIfNeeded(() => undefined, { buildsFolder, env });
});

afterAll(async () => {
  await db?.destroy();
  rmSync(buildsFolder, { recursive: true, force: true });
  rmSync(dataDir, { recursive: true });
});

test('pages, refusals and mails of a built shop are in its words', async () => {
  const program = readdirSync(buildFolder).find((name) => name.startsWith('program-')) as string;
  const shop = await open(join(buildFolder, program, 'main.mjs'));
  for (const path of ['/', '/shop', '/products/lamp', '/cart']) {
    const html = await (await fetch(shop.url + path)).text();
    expect(html).toMatch(/^<!DOCTYPE html><html lang="hi"/i);
    const english = [...listSentences()]
      .filter(([sentence, file]) => file.endsWith('.astro') && !sentence.includes('{'))
      .filter(([sentence]) => html.includes(`>${sentence}<`));
    expect(english).toEqual([]);
  }
  expect(await (await fetch(shop.url)).text()).toContain(worded('Shop all products'));
  const reply = await call(shop.url, '/customer/register', { ...signUpBody(), email: 'x', password: 'short' });
  expect(reply).toMatchObject({
    message: worded('Must be a valid email address'),
    errors: { password: [worded(`Password must be at least ${PASSWORD_MIN_LENGTH} characters`)] },
  });
  await call(shop.url, '/customer/register', signUpBody());
  expect(shop.output()).not.toContain('shop.config.ts is not used');
  await expect.poll(newestMail).toMatchObject({
    subject: expect.stringContaining(worded('Please confirm your email address')),
    text: expect.stringMatching(/^अ Dear Asha Rao,|^अ Dear Asha,/),
  });
});

test('scripts for browsers have the words in place of the calls', () => {
  const files = readdirSync(join(buildFolder, 'client'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.js'),
  );
  const scripts = files.map((file) => readFileSync(join(buildFolder, 'client', file), 'utf8')).join('\n');
  expect(scripts).toContain(`${worded('Cash on Delivery (COD)')}`);
  expect(scripts).not.toMatch(/["'`]Cash on Delivery \(COD\)/);
  expect(scripts).not.toMatch(/["'`](?:Must be a valid email address|Something went wrong)["'`]/);
});

test('the store from its sources, and its commands, have the words too', async () => {
  const server = await open('src/server/main-from-sources.ts', '--api-only');
  expect(await call(server.url, '/customer/login', { email: 'x', password: 'y' })).toMatchObject({
    message: worded('Must be a valid email address'),
  });
  await server.stop();

  await write(db, async (tx) => {
    const { id: product_id } = await tx.selectFrom('product').select('id').executeTakeFirstOrThrow();
    const { id: customerId } = await findOrCreateCustomer(tx, '9876543210');
    await setCartLine(tx, customerId, { product_id, quantity: 1 });
    const openedAt = new Date().toISOString();
    const customer = { firstname: 'Asha', lastname: 'Rao', email: '', phone_number: '9876543210', alt_phone_number: '' };
    const verified = { phone_verified_at: openedAt, email_verified_at: null };
    const shopper = { customerId, token: '', openedAt, customer, hasDetails: true, verified };
    const origin = { provenBy: 'phone_verified_at', ipAddress: 'unknown' } as const;
    const body = { address, payment_method: 'cod', expected_total: '500.00' } as const;
    await placeCheckout(tx, { shopper, key: randomUUID(), body, provider: 'test', origin });
  });
  const number = (await listOrders(db, { limit: 1 }))[0]?.order_number ?? '';
  const command = spawnBound(['src/cli/main.ts', 'order', number, '--status', 'confirmed'], { cwd: projectFolder, env });
  expect(await text(command.stderr)).toBe('');
  expect(await newestMail()).toMatchObject({
    subject: `अ Your order ${number} at Haat has been confirmed`,
    text: expect.stringContaining(`अ Your order ${number} has been confirmed.`),
    html: expect.stringContaining('<html lang="hi">'),
  });
});

test('a build is of the words that shop.config.ts imports', async () => {
  const before = await hashInputs(projectFolder, env);
  const file = join(dataDir, 'texts.hi.json');
  const words = readFileSync(file, 'utf8');
  writeFileSync(file, words.replace('अ', 'आ'));
  expect(await hashInputs(projectFolder, env)).not.toBe(before);
  writeFileSync(file, words);
});
