import { createServer } from 'node:http';
import sharp from 'sharp';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listAudit } from '#api/services/audit.ts';
import { importCatalogue } from '#api/services/import/import-catalogue.ts';
import { undoLastImport } from '#api/services/import/undo/undo-import.ts';
import { addApiKey } from '#api/services/keys/api-keys.ts';
import { createReferenceSource } from '#api/services/pictures/picture-source.ts';
import { listDeliveries } from '#api/services/webhooks/deliveries.ts';
import { addWebhook } from '#api/services/webhooks/webhooks.ts';
import { singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { programProductCall } from '#lib/contract/programs/product.ts';
import { csvFile } from '#tests/support/cli/run-command.ts';
import { listenOnLoopback } from '#tests/support/listen-on-loopback.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
let token: string;
let host: Awaited<ReturnType<typeof listenOnLoopback>>;

beforeEach(async () => {
  const picture = await sharp({ create: { width: 600, height: 600, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  host = await listenOnLoopback(createServer((_, response) => response.end(picture)));
  shop = await openShop({ runsBackgroundWork: false, pictureFetching: { isAllowed: () => true } });
  token = (await shop.change((tx) => addApiKey(tx, { name: 'ERP', scopes: ['products:write'] }))).key;
});
afterEach(async () => {
  await shop.close();
  await host.stop();
});

const tee = {
  handle: 'tee',
  title: 'Tee',
  description: '<p>Soft.</p><script>alert(1)</script>',
  category: 'Clothes',
  brand: 'Kala',
  option_names: ['Size'],
  variants: [
    { options: ['S'], sku: 'TEE-S', price: '499.00', stock: 5 },
    { options: ['M'], sku: 'TEE-M', price: '599.00', stock: 9 },
  ],
};
const put = (body: object) => shop.call(programProductCall, { token, body: body as never });
const read = async (slug = 'tee') =>
  (await shop.succeed(singleProductDetailsCall, { params: { slug }, body: { slug } } as never)) as unknown as {
    data: { product: Record<string, unknown> };
  };
const stored = () =>
  shop.store.db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'product_id')
    .select(['slug', 'product_variation', 'sku', 'variant.price', 'variant.stock', 'variant.active', 'product.name', 'brand'])
    .select(['description', 'pictures', 'product.active as on_sale'])
    .orderBy('variant.id')
    .execute();
const revision = async () =>
  (await shop.store.db.selectFrom('catalogue_revision').select('revision').executeTakeFirst())?.revision;

test('a product is added, changed, and left alone when it is sent again', async () => {
  await shop.change((tx) => addWebhook(tx, { url: 'https://erp.example/', events: ['product.changed'] }));
  const added = await put(tee);
  expect(added).toMatchObject({ data: { result: 'added', handle: 'tee', refused_pictures: [] } });
  expect(await stored()).toMatchObject([
    { product_variation: 'S', sku: 'TEE-S', price: 49_900, stock: 5, brand: 'Kala', description: '<p>Soft.</p>' },
    { product_variation: 'M', sku: 'TEE-M', price: 59_900, stock: 9 },
  ]);
  const before = await revision();
  expect(await put(tee)).toMatchObject({ data: { result: 'unchanged' } });
  expect(await revision()).toBe(before);
  const { brand: _, ...withoutBrand } = tee;
  expect(await put({ ...withoutBrand, title: 'Soft tee', description: null })).toMatchObject({ data: { result: 'changed' } });
  expect((await stored())[0]).toMatchObject({ name: 'Soft tee', brand: 'Kala', description: '' });
  expect(await revision()).toBeGreaterThan(before ?? 0);
  const events = (await listDeliveries(shop.store.db, { limit: 10 })).map(({ payload }) => JSON.parse(payload).data);
  const { product_id } = (added as unknown as { data: { product_id: number } }).data;
  const event = { cause: 'program', count: 1, product_ids: [product_id], complete: true };
  expect(events).toEqual([event, event]);
  const audit = await listAudit(shop.store.db, { limit: 10, action: 'product' });
  expect(audit.map(({ actor, subject, detail }) => [actor, subject, detail])).toEqual([
    ['key:1', 'tee', '{"result":"changed"}'],
    ['key:1', 'tee', '{"result":"added"}'],
  ]);
  expect(JSON.stringify(await read())).toContain('Soft tee');
});

test('variants that are left out, and products that are not active, are taken off sale', async () => {
  await put(tee);
  expect(await put({ ...tee, variants: tee.variants.slice(1) })).toMatchObject({ data: { result: 'changed' } });
  expect((await stored()).map(({ active }) => active)).toEqual([0, 1]);
  expect(await put({ ...tee, status: 'draft' })).toMatchObject({ data: { result: 'withdrawn' } });
  expect((await stored())[0]?.on_sale).toBe(0);
  expect(await put({ ...tee, status: 'draft' })).toMatchObject({ data: { result: 'unchanged' } });
  expect(await put({ ...tee, status: 'active' })).toMatchObject({ data: { result: 'changed' } });
  expect((await stored())[0]?.on_sale).toBe(1);
  expect(await put({ ...tee, handle: 'nothing', status: 'draft' })).toMatchObject({ data: { result: 'unchanged' } });
});

test('pictures are stored, and those that cannot be are named', async () => {
  const url = `${host.url}/tee.jpg`;
  const reply = await put({ ...tee, pictures: [{ url, alt: 'A tee' }, { url: 'https://user:pass@erp.example/x.jpg' }] });
  expect(reply).toMatchObject({
    data: {
      result: 'added',
      refused_pictures: [{ url: 'https://user:pass@erp.example/x.jpg', reason: 'has a password in its address' }],
    },
  });
  expect((await stored())[0]?.pictures).toMatch(/^\/media\//);
  const category = await shop.store.db.selectFrom('sub_category').select('image').executeTakeFirstOrThrow();
  expect(category.image).toMatch(/^\/media\//);
  expect(await put({ ...tee, pictures: [] })).toMatchObject({ data: { result: 'changed' } });
  expect((await stored())[0]?.pictures).toBe('');
});

test('pictures of the own network and of files are not fetched', async () => {
  const guarded = await openShop({ runsBackgroundWork: false });
  const key = (await guarded.change((tx) => addApiKey(tx, { name: 'ERP', scopes: ['products:write'] }))).key;
  const send = (url: string) => guarded.call(programProductCall, { token: key, body: { ...tee, pictures: [{ url }] } as never });
  expect(await send(`${host.url}/tee.jpg`)).toMatchObject({
    data: { refused_pictures: [{ reason: 'is at an address that is not on the public internet' }] },
  });
  for (const url of ['file:///etc/passwd', '/media/x.jpg', 'tee.jpg', 'data:image/png;base64,AA'])
    expect(await send(url)).toMatchObject({ httpStatus: 422 });
  await guarded.close();
});

test('what an import refuses is refused, and nothing is written', async () => {
  const [first] = tee.variants;
  const bad: object[] = [
    { ...tee, handle: '' },
    { ...tee, handle: '../..' },
    { ...tee, title: '' },
    { ...tee, title: 'x'.repeat(300) },
    { ...tee, description: 'x'.repeat(60_001) },
    { ...tee, hsn: '12' },
    { ...tee, gst_rate: 'many' },
    { ...tee, variants: [] },
    { ...tee, variants: [{ ...first, price: '0.00' }] },
    { ...tee, variants: [{ ...first, price: 499 }] },
    { ...tee, variants: [first, first] },
    { ...tee, variants: [first, { ...first, options: [] }] },
    { ...tee, variants: [{ ...first, grams: 2_000_000 }] },
  ];
  for (const body of bad) {
    const refused = await put(body);
    expect(refused, JSON.stringify(body).slice(0, 200)).toMatchObject({ success: false, httpStatus: 422 });
    expect((refused as { message: string }).message).not.toMatch(/undefined|^\s*$/);
  }
  expect(await stored()).toEqual([]);
});

test('the same new product from two calls at once is added once', async () => {
  const replies = await Promise.all([put(tee), put(tee), put({ ...tee, title: 'Other' })]);
  for (const reply of replies) expect(reply).toMatchObject({ success: true });
  expect(await stored()).toHaveLength(2);
});

test('taking back an import stays possible, and keeps what a program has changed since', async () => {
  const rows = [
    ['Handle', 'Title', 'Variant Price', 'Variant Inventory Qty', 'Vendor'],
    ['cap', 'Cap', '100', '3', 'Old'],
  ];
  const load = () => importCatalogue(shop.store.db, [csvFile(rows)], { pictures: createReferenceSource() });
  await load();
  rows[1] = ['cap', 'Cap', '200', '3', 'New'];
  await load();
  await put({ handle: 'cap', title: 'Cap of cotton', variants: [{ price: '200.00' }] });
  await put(tee);
  expect(await undoLastImport(shop.store.db)).toMatchObject({ outcome: 'undone', products: { restored: 1, withdrawn: 0 } });
  expect(await stored()).toMatchObject([
    { slug: 'cap', name: 'Cap of cotton', brand: 'Old', price: 10_000 },
    { slug: 'tee', on_sale: 1 },
    { slug: 'tee' },
  ]);
});

test('a sale price with times begins at once when its start is past, and null ends it', async () => {
  const variant = { options: ['S'], sku: 'TEE-S', price: '499.00', stock: 5 };
  const sale = { sale_price: '399.00', sale_starts_at: '2026-01-01', sale_ends_at: '2099-12-31 21:00' };
  const price = async () => (await stored())[0]?.price;
  await put({ ...tee, variants: [{ ...variant, ...sale }] });
  expect(await price()).toBe(39_900);
  expect(await put({ ...tee, variants: [{ ...variant, ...sale }] })).toMatchObject({ data: { result: 'unchanged' } });
  // What is left out is kept.
  await put({ ...tee, title: 'Soft tee', variants: [variant] });
  expect(await price()).toBe(39_900);
  await put({ ...tee, variants: [{ ...variant, sale_price: null }] });
  expect(await price()).toBe(49_900);
  expect(await put({ ...tee, variants: [{ ...variant, sale_price: '599.00', sale_ends_at: '2099-12-31' }] })).toMatchObject({
    httpStatus: 422,
    message: 'Sale Price must not be above the price',
  });
});
