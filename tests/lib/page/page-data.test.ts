import { beforeEach, expect, test } from 'vitest';
import { refuse } from '#lib/client/request.ts';
import { isPageDataUnchanged, recordCall, recordCalls } from '#lib/page/store/recorded-calls.ts';
import { INCOMPLETE_PAGE_DATA } from '#lib/rules/http/page-data-headers.ts';

/** The store's reply to each path; a number is a status, and undefined is a network failure. */
let replies: Record<string, unknown>;
beforeEach(() => {
  replies = { '/shop': { data: [{ name: 'Cap "stock":9', stock: 40, product_stock: 12, price: '199.00' }] } };
});

/** Makes a call as pages do: a reply or a refusal. */
const ask = (path: string): Promise<unknown> =>
  recordCall(async () => {
    const reply = replies[path];
    if (reply === undefined) return refuse('The store cannot be reached.', 0);
    return typeof reply === 'number' ? refuse('Something went wrong.', reply) : reply;
  });

const render = async (...paths: string[]) => {
  const { data } = await recordCalls(async () => {
    for (const path of paths) await ask(path);
    return new Response();
  });
  return data;
};

test('identical replies leave a page unchanged', async () => {
  expect(await isPageDataUnchanged((await render('/shop')) as string)).toBe(true);
});

test.for([
  [{ price: '198.00' }, false],
  [{ name: 'Cap "stock":8' }, false],
  [{ stock: 6 }, true],
  [{ stock: 5 }, false],
  [{ product_stock: 41 }, true],
  [{ product_stock: 0 }, false],
] as const)('a product with %o: unchanged is %s', async ([change, unchanged]) => {
  const data = (await render('/shop')) as string;
  const {
    data: [product],
  } = replies['/shop'] as { data: [object] };
  replies['/shop'] = { data: [{ ...product, ...change }] };
  expect(await isPageDataUnchanged(data)).toBe(unchanged);
});

test('a store that does not respond cannot confirm a page', async () => {
  const data = (await render('/shop')) as string;
  replies = {};
  expect(await isPageDataUnchanged(data)).toBe(false);
});

test('a page with a failed call is incomplete', async () => {
  expect(await render('/shop', '/away')).toBe(INCOMPLETE_PAGE_DATA);
  replies['/broken'] = 500;
  expect(await render('/shop', '/broken')).toBe(INCOMPLETE_PAGE_DATA);
});

test('a refusal is a reply like any other', async () => {
  replies['/none'] = 404;
  const data = (await render('/none')) as string;
  expect(await isPageDataUnchanged(data)).toBe(true);
  replies['/none'] = { name: 'Cap' };
  expect(await isPageDataUnchanged(data)).toBe(false);
});

test('concurrent renderings keep their calls apart', async () => {
  replies['/faq'] = { text: 'old' };
  const [shop, faq] = (await Promise.all([render('/shop'), render('/faq')])) as [string, string];
  replies['/faq'] = { text: 'new' };
  expect([await isPageDataUnchanged(shop), await isPageDataUnchanged(faq)]).toEqual([true, false]);
});

test('a document with many calls, and an unknown name, are not confirmed', async () => {
  expect(await render(...Array.from({ length: 13 }, () => '/shop'))).toBeUndefined();
  expect(await isPageDataUnchanged('no such name')).toBe(false);
});

test('a call outside a rendering passes through', async () => {
  expect(await ask('/shop')).toBe(replies['/shop']);
});
