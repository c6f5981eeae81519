import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listAwaitedProducts, mailStockAlerts, purgeStockAlerts, saveStockAlert } from '#api/services/alerts/stock-alerts.ts';
import { setVariantStocks } from '#api/services/catalogue/set-stock.ts';
import { deductStock } from '#api/services/catalogue/stock.ts';
import { undoLastImport } from '#api/services/import/undo/undo-import.ts';
import { setLimits } from '#api/services/limits/store-limits.ts';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { cancelOrderCall } from '#lib/contract/orders.ts';
import { stockAlertCall, stopStockAlertsCall } from '#lib/contract/wishlist.ts';
import { DAY_MS, isoAgo } from '#lib/rules/durations.ts';
import { csvFile } from '#tests/support/cli/run-command.ts';
import { importInto } from '#tests/support/store/catalogue-file.ts';
import { from, home } from '#tests/support/store/client-headers.ts';
import { openShop as openInProcess, prepareServer } from '#tests/support/store/crash-recovery.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import type { AddedProduct } from '#tests/support/store/products.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let tee: AddedProduct;
let lamp: AddedProduct;

beforeEach(async () => {
  shop = await openShop();
  // The tests say when requests are answered.
  await shop.store.stopWorkers();
  tee = await shop.add({ name: 'Plain Tee', category: 'T-Shirts', price: 50_000, stock: { M: 0, L: 4 } });
  lamp = await shop.add({ name: 'Brass Lamp', category: 'Lamps', price: 90_000, stock: 0 });
});
afterEach(() => shop.close());

const email = 'asha@example.com';
const ask = (more: { product_id?: number; variant_id?: number; email?: string; token?: string } = {}) => {
  const { token, ...body } = { product_id: lamp.id, email, ...more };
  return shop.call(stockAlertCall, { body, ...(token !== undefined && { token }) });
};
const setStock = (product: AddedProduct, variantName: string, stock: number) =>
  shop.change(async (tx) => {
    const id = product.variants[variantName] ?? 0;
    const row = await tx
      .selectFrom('variant')
      .innerJoin('product', 'product.id', 'variant.product_id')
      .select(['variant.id', 'product_id', 'sub_category_id', 'collections', 'variant.stock'])
      .where('variant.id', '=', id)
      .executeTakeFirstOrThrow();
    await setVariantStocks(tx, [{ variant: row, stock }]);
  });
const answer = () => mailStockAlerts(shop.store.db);
const mails = async () =>
  (await listOutbox(shop.store.db, { limit: 5000 })).filter(({ subject }) => subject.includes('is back in stock'));
const recipients = async () => (await mails()).map(({ recipient }) => recipient).sort();
const waiting = async () => {
  const rows = await shop.store.db.selectFrom('stock_alert').select('email').where('sent_at', 'is', null).execute();
  return rows.map((row) => row.email).sort();
};
const saved = { success: true, message: 'We’ll email you once when it’s back.' };

/** The secret of the link to stop in the newest mail. */
const mailedToken = async () => /stop-alert\?token=([\w-]+)/.exec((await mails())[0]?.body ?? '')?.[1] ?? '';

describe('a request for a mail when a product is back', () => {
  test('is answered once, when the product is in stock again', async () => {
    expect(await ask()).toEqual(saved);
    await answer();
    expect(await recipients()).toEqual([]);
    await setStock(lamp, '', 3);
    await answer();
    await answer();
    expect(await recipients()).toEqual([email]);
    await setStock(lamp, '', 0);
    await setStock(lamp, '', 3);
    await answer();
    expect(await recipients()).toEqual([email]);
    expect(await waiting()).toEqual([]);
  });

  test('is mailed as text and HTML, with links to the product and to stop', async () => {
    await ask({ product_id: tee.id, variant_id: tee.variants['M'] as number });
    await setStock(tee, 'M', 1);
    await answer();
    const [mail] = await mails();
    const { text, html } = JSON.parse(mail?.body ?? '{}') as { text: string; html: string };
    expect(mail?.subject).toMatch(/^Plain Tee is back in stock – /);
    expect(text).toContain('Hello,\n\nyou asked us to tell you: Plain Tee is back in size M.');
    expect(text).toContain(`See Plain Tee: https://shop.invalid/products/plain-tee?variant=${tee.variants['M']}`);
    expect(text).toMatch(/Stop such emails: https:\/\/shop\.invalid\/stop-alert\?token=[\w-]{43}\n/);
    for (const part of ['<h1', 'is back in size M', '/products/plain-tee?variant=', '/stop-alert?token='])
      expect(html).toContain(part);
    expect(html).not.toContain('<img');
  });

  test('for one size waits for that size, one for the product for any', async () => {
    const shirt = await shop.add({ name: 'Shirt', category: 'Shirts', price: 1000, stock: { S: 0, M: 0 } });
    await ask({ product_id: shirt.id, variant_id: shirt.variants['M'] as number });
    await ask({ product_id: shirt.id, email: 'any@example.com' });
    await setStock(shirt, 'S', 2);
    await answer();
    expect(await recipients()).toEqual(['any@example.com']);
    await setStock(shirt, 'M', 2);
    await answer();
    expect(await recipients()).toEqual(['any@example.com', email]);
  });

  test('for the product and for a size of it are answered by one mail', async () => {
    const shirt = await shop.add({ name: 'Shirt', category: 'Shirts', price: 1000, stock: { S: 0, M: 0 } });
    await ask({ product_id: shirt.id });
    await ask({ product_id: shirt.id, variant_id: shirt.variants['M'] as number, email: 'Asha+shop@example.com' });
    await setStock(shirt, 'M', 2);
    await answer();
    expect(await recipients()).toEqual([email]);
    expect(await waiting()).toEqual([]);
  });

  test('is saved once, however often and however at once it is made', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask()));
    expect(new Set(replies.map((reply) => JSON.stringify(reply)))).toEqual(new Set([JSON.stringify(saved)]));
    await ask({ email: 'ASHA@example.com' });
    expect(await waiting()).toHaveLength(1);
  });

  test('is refused for what is in stock, not on sale, or of another product', async () => {
    expect(await ask({ product_id: tee.id })).toMatchObject({ httpStatus: 409 });
    expect(await ask({ product_id: tee.id, variant_id: tee.variants['L'] as number })).toMatchObject({ httpStatus: 409 });
    expect(await ask({ product_id: 987_654 })).toMatchObject({ httpStatus: 404 });
    expect(await ask({ variant_id: tee.variants['M'] as number })).toMatchObject({ httpStatus: 404 });
    await shop.change((tx) => tx.updateTable('product').set({ active: 0 }).where('id', '=', lamp.id).execute());
    expect(await ask()).toMatchObject({ httpStatus: 404 });
    expect(await ask({ email: 'nobody' })).toMatchObject({ errors: { email: ['Must be a valid email address'] } });
    expect(await waiting()).toEqual([]);
  });

  test('stays when the product sells out before the mail, and when it is not on sale', async () => {
    await ask();
    await setStock(lamp, '', 1);
    await shop.change((tx) => deductStock(tx, [{ product_id: lamp.id, variant_id: lamp.variants[''] ?? 0, quantity: 1 }]));
    await answer();
    await setStock(lamp, '', 5);
    await shop.change((tx) => tx.updateTable('product').set({ active: 0 }).where('id', '=', lamp.id).execute());
    await answer();
    expect([await recipients(), await waiting()]).toEqual([[], [email]]);
    await shop.change((tx) => tx.updateTable('product').set({ active: 1 }).where('id', '=', lamp.id).execute());
    await answer();
    expect(await recipients()).toEqual([email]);
  });

  test('is deleted half a year after it was made or answered', async () => {
    await ask();
    await setStock(lamp, '', 1);
    await answer();
    await setStock(lamp, '', 0);
    await ask({ email: 'ravi@example.com' });
    const old = isoAgo(181 * DAY_MS);
    await shop.change((tx) => tx.updateTable('stock_alert').set({ created_at: old }).execute());
    await shop.change(purgeStockAlerts);
    expect(await shop.store.db.selectFrom('stock_alert').select('email').execute()).toEqual([{ email }]);
    await shop.change((tx) => tx.updateTable('stock_alert').set({ sent_at: old }).execute());
    await shop.change(purgeStockAlerts);
    expect(await shop.store.db.selectFrom('stock_alert').select('email').execute()).toEqual([]);
  });

  test('is counted for the owner', async () => {
    await ask();
    await ask({ email: 'ravi@example.com' });
    await ask({ product_id: tee.id, variant_id: tee.variants['M'] as number });
    expect(await listAwaitedProducts(shop.store.db)).toEqual([
      { slug: 'brass-lamp', name: 'Brass Lamp', product_variation: null, shoppers: 2 },
      { slug: 'plain-tee', name: 'Plain Tee', product_variation: 'M', shoppers: 1 },
    ]);
  });
});

describe('stock that comes back', () => {
  const header = ['Handle', 'Title', 'Type', 'Option1 Value', 'Variant Price', 'Variant Inventory Qty', 'Image Src'];
  const bring = (stock: string) =>
    importInto(shop, csvFile([header, ['pot', 'Pot', 'Pots', '', '499', stock, 'https://cdn.example/pot.jpg']]));
  const askForPot = async () => {
    const { id } = await shop.store.db.selectFrom('product').select('id').where('slug', '=', 'pot').executeTakeFirstOrThrow();
    return ask({ product_id: id });
  };

  test('by an import answers once, also when the import is repeated', async () => {
    await bring('0');
    expect(await askForPot()).toEqual(saved);
    for (let i = 0; i < 3; i++) {
      await bring('5');
      await answer();
    }
    expect(await recipients()).toEqual([email]);
  });

  test('by taking an import back answers once', async () => {
    await bring('5');
    await bring('0');
    expect(await askForPot()).toEqual(saved);
    await undoLastImport(shop.store.db);
    await answer();
    await answer();
    expect(await recipients()).toEqual([email]);
  });

  test('from a cancelled order answers once', async () => {
    await setStock(lamp, '', 1);
    const buyer = customerOf(shop, await signUp(shop, '9876543210'));
    await buyer.put(lamp.id);
    const { order_id } = await buyer.buy('900.00');
    expect(await ask({ email: 'ravi@example.com' })).toEqual(saved);
    await answer();
    expect(await recipients()).toEqual([]);
    const body = { order_id: order_id[0] ?? 0, reject_reason_select: 'Changed My Mind' as const };
    await shop.succeed(cancelOrderCall, { token: buyer.token, body });
    await answer();
    expect(await recipients()).toEqual(['ravi@example.com']);
  });

  test('answers each request once though the server is killed at any time, and two answer at once', async () => {
    await shop.change((tx) => setLimits(tx, { mail_per_hour: null, mail_per_day: null }));
    const addresses = Array.from({ length: 900 }, (_, i) => `shopper${i}@example.com`).sort();
    await shop.change(async (tx) => {
      for (const address of addresses) await saveStockAlert(tx, { product_id: lamp.id, email: address, isProven: false });
    });
    await setStock(lamp, '', 1);
    const { dataDir, databaseUrl } = shop;
    for (const pause of [0, 15, 40]) {
      const server = await prepareServer();
      await openInProcess(server, { dataDir, databaseUrl });
      await setTimeout(pause);
      server.kill('SIGKILL');
      await once(server, 'exit');
    }
    await Promise.all([answer(), answer()]);
    expect(await recipients()).toEqual(addresses);
    expect(await waiting()).toEqual([]);
  }, 180_000);
});

describe('what others can do with an address', () => {
  const sizes = Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`${i}`, 0]));

  test('is five open requests, ten a day, which never count against a customer who has verified it', async () => {
    const shirt = await shop.add({ name: 'Shirt', category: 'Shirts', price: 1000, stock: sizes });
    const ids = Object.values(shirt.variants);
    const askForEach = async (more: { email: string; token?: string }) => {
      for (const variant_id of ids.slice(0, 20)) expect(await ask({ product_id: shirt.id, variant_id, ...more })).toEqual(saved);
    };
    await askForEach({ email: 'victim@example.com' });
    expect(await waiting()).toHaveLength(5);
    await shop.change((tx) => tx.deleteFrom('stock_alert').execute());
    await askForEach({ email: 'v.ictim+2@example.com' });
    expect(await waiting()).toHaveLength(5);
    await shop.change((tx) => tx.deleteFrom('stock_alert').execute());
    await askForEach({ email: 'victim@example.com' });
    expect(await waiting()).toEqual([]);

    const token = await signUp(shop, '9876543210');
    const own = '9876543210@example.com';
    await shop.change((tx) =>
      tx
        .updateTable('customer')
        .set({ email_verified_at: isoAgo(0) })
        .where('email', '=', own)
        .execute(),
    );
    // A stranger spends what is unproven of the address.
    await askForEach({ email: own });
    await shop.change((tx) => tx.deleteFrom('stock_alert').execute());
    await askForEach({ email: own });
    await askForEach({ email: own, token });
    expect(await waiting()).toHaveLength(20);
  });

  test('is refused after thirty requests from one IP address in an hour, whoever they are for', async () => {
    const replies = [];
    const headers = from(home);
    for (let i = 0; i < 31; i++)
      replies.push(await shop.call(stockAlertCall, { headers, body: { product_id: lamp.id, email: `a${i}@example.com` } }));
    expect(replies.slice(0, 30)).toEqual(Array(30).fill(saved));
    expect(replies[30]).toMatchObject({ httpStatus: 429 });
  });

  test('ends with the link in the mail: for the product, or for all', async () => {
    const shirt = await shop.add({ name: 'Shirt', category: 'Shirts', price: 1000, stock: { S: 0, M: 0 } });
    for (const variant of ['S', 'M']) await ask({ product_id: shirt.id, variant_id: shirt.variants[variant] as number });
    await ask();
    await ask({ email: 'ravi@example.com' });
    await setStock(shirt, 'S', 1);
    await answer();
    const token = await mailedToken();
    expect(await waiting()).toEqual([email, email, 'ravi@example.com']);
    expect(await shop.store.db.selectFrom('stock_alert').select('token_hash').where('token_hash', '=', token).execute()).toEqual(
      [],
    );
    for (let i = 0; i < 2; i++)
      expect(await shop.succeed(stopStockAlertsCall, { body: { token } })).toMatchObject({
        message: 'You will get no more emails about this product.',
      });
    expect(await waiting()).toEqual([email, 'ravi@example.com']);
    await shop.succeed(stopStockAlertsCall, { body: { token, all: true } });
    expect(await waiting()).toEqual(['ravi@example.com']);
    expect(await shop.fail(stopStockAlertsCall, { body: { token: 'another' } })).toMatchObject({
      httpStatus: 422,
      errors: { token: [expect.stringContaining('no longer works')] },
    });
  });
});

test('mails about products leave most of the mail budget to codes and orders, and go on when there is room', async () => {
  await shop.change((tx) => setLimits(tx, { mail_per_hour: 20, mail_per_day: null }));
  await shop.change(async (tx) => {
    for (let i = 0; i < 12; i++) await saveStockAlert(tx, { product_id: lamp.id, email: `a${i}@example.com`, isProven: false });
  });
  await setStock(lamp, '', 1);
  await answer();
  expect([(await recipients()).length, (await waiting()).length]).toEqual([8, 4]);
  await shop.change((tx) => setLimits(tx, { mail_per_hour: null }));
  await answer();
  expect([(await recipients()).length, (await waiting()).length]).toEqual([12, 0]);
});
