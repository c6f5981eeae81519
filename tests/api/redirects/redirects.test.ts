import { afterEach, beforeEach, expect, test } from 'vitest';
import { readRevision } from '#api/database/catalogue-revision.ts';
import { findRedirect, readAllRedirects, removeRedirect, saveRedirects } from '#api/services/redirects/redirects.ts';
import { redirectCall, redirectsCall } from '#lib/contract/calls/redirects.ts';
import { MAX_REDIRECTS } from '#lib/contract/limits.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  shop = await openShop();
});
afterEach(() => shop.close());

const add = (...pairs: [from: string, to: string][]) =>
  shop.change((tx) =>
    saveRedirects(
      tx,
      pairs.map(([from, to]) => ({ from, to })),
    ),
  );
const find = (address: string) => findRedirect(shop.store.db, address);
const stored = async () => (await readAllRedirects(shop.store.db)).map(({ path, target }) => [path, target]);

test('the call says where an address leads, in any spelling, and nothing for one that leads nowhere', async () => {
  await add(['https://former.example/product/Shirt/', '/products/linen-shirt'], ['/?p=7', '/products/hat']);
  const ask = async (address: string) => (await shop.succeed(redirectCall, { params: { address } })).data.to;
  expect(await ask('/PRODUCT/shirt?utm_source=Mail')).toBe('/products/linen-shirt?utm_source=Mail');
  expect(await ask('/?p=7')).toBe('/products/hat');
  expect(await ask('/?p=8')).toBeUndefined();
  expect(await ask('/none')).toBeUndefined();
  expect(await ask('/a%00b')).toBeUndefined();
  expect(await ask(`/${'x'.repeat(3000)}`)).toBeUndefined();
});

test('a chain leads to its end at once, in whichever order its parts are added', async () => {
  await add(['/a', '/b'], ['/b', '/c']);
  await add(['/c', '/shop'], ['/0', '/a']);
  expect(await stored()).toEqual([
    ['/0', '/shop'],
    ['/a', '/shop'],
    ['/b', '/shop'],
    ['/c', '/shop'],
  ]);
  await add(['/shop-old', '/b']);
  expect(await find('/shop-old')).toBe('/shop');
});

test('a circle is refused, and one that only a query makes leads nowhere', async () => {
  const { refused } = await add(['/a', '/b'], ['/b', '/A/'], ['/d', '/d?x=1']);
  expect(refused.map(({ given, at }) => [given.from, at])).toEqual([
    ['/b', 'to'],
    ['/d', 'to'],
  ]);
  expect(await stored()).toEqual([['/a', '/b']]);
  await add(['/x', '/y?n=1'], ['/y', '/z'], ['/z', '/x']);
  expect(await find('/x')).toBeUndefined();
});

test('a new target replaces the former one, and adding the same again changes nothing', async () => {
  expect(await add(['/a', '/shop'])).toMatchObject({ added: 1, changed: 0 });
  const before = await readRevision(shop.store.db);
  expect(await add(['/a/', '/shop'])).toMatchObject({ added: 0, changed: 0, unchanged: 1 });
  expect(await readRevision(shop.store.db)).toBe(before);
  expect(await add(['/A', '/categories'])).toMatchObject({ added: 0, changed: 1 });
  expect(await readRevision(shop.store.db)).toBeGreaterThan(before);
  expect(await stored()).toEqual([['/a', '/categories']]);
});

test('pages of the shop, dangerous targets and no addresses are refused with the reason', async () => {
  const { refused, added } = await add(
    ['/shop', '/a'],
    ['/', '/a'],
    ['/Feed.xml', '/a'],
    ['/media/x.jpg', '/a'],
    ['/b', 'javascript:alert(1)'],
    ['/c', '//evil.example'],
    ['javascript:x', '/a'],
  );
  expect(added).toBe(0);
  expect(refused.map(({ problem }) => problem)).toEqual([
    ...Array(4).fill('is an address of this shop itself'),
    ...Array(2).fill(expect.stringContaining('must be a path of this shop')),
    'is no address',
  ]);
});

test('a product on sale keeps its page, and gives it up when it is withdrawn', async () => {
  const { id } = await shop.add({ name: 'Hat', slug: 'hat', category: 'Hats' });
  expect((await add(['/Products/Hat/', '/shop'])).refused).toMatchObject([{ problem: 'is the page of a product on sale' }]);
  await shop.change((tx) => tx.updateTable('product').set({ active: 0 }).where('id', '=', id).execute());
  expect(await add(['/products/hat', '/shop'])).toMatchObject({ added: 1 });
});

test('ten thousand are added at once and listed in parts, and none beyond the most', async () => {
  const many = Array.from({ length: 10_000 }, (_, i): [string, string] => [`/old/${i}`, `/products/p${i}`]);
  expect(await add(...many)).toMatchObject({ added: 10_000, refused: [] });
  expect(await find('/old/9999')).toBe('/products/p9999');
  const first = (await shop.succeed(redirectsCall)).data;
  const second = (await shop.succeed(redirectsCall, { params: { after: first.at(-1)?.from ?? '' } })).data;
  expect(first).toHaveLength(1000);
  expect(second[0]?.from.localeCompare(first.at(-1)?.from ?? '', 'en')).toBe(1);
  await shop.change(async (tx) => {
    const rest = Array.from({ length: MAX_REDIRECTS - 10_001 }, (_, i) => ({
      path: `/filled/${i}`,
      target: '/shop',
      target_path: '',
      at: '',
    }));
    for (let from = 0; from < rest.length; from += 1000)
      await tx
        .insertInto('redirect')
        .values(rest.slice(from, from + 1000))
        .execute();
  });
  const { added, refused } = await add(['/one', '/shop'], ['/two', '/shop'], ['/old/1', '/shop']);
  expect(added).toBe(1);
  expect(refused[0]).toMatchObject({ given: { from: '/two' }, problem: expect.stringContaining('50000') });
  expect(await find('/old/1')).toBe('/shop');
}, 120_000);

test('one is removed in any spelling', async () => {
  await add(['/a', '/shop']);
  expect(await shop.change((tx) => removeRedirect(tx, '/A/'))).toBe(true);
  expect(await shop.change((tx) => removeRedirect(tx, '/A/'))).toBe(false);
  expect(await find('/a')).toBeUndefined();
});
