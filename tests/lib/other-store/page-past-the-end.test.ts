import { expect, test } from 'vitest';
import { getProductsCall } from '#lib/contract/catalogue.ts';
import { describeEnd, knownTotal, loadListedPage } from '#lib/page/listing/page-past-the-end.ts';
import { normaliseReply } from '#lib/rules/normalise/index.ts';
import { PAGE_SIZE, products } from '#tests/support/other-store/catalogue.ts';

/** Loads pages of a list without page fields; `answers` has the page that the store sends for a number. */
const loadFrom = (answers: (page: number) => number) => async (page: number) => {
  const start = (answers(page) - 1) * PAGE_SIZE;
  const json = { data: products.slice(start, start + PAGE_SIZE) };
  const { reply } = normaliseReply(getProductsCall, { json, ok: true, sent: { params: { page } } });
  if (!reply) throw new Error('The page cannot be read');
  return { reply };
};

test('a list without page fields has a next page while it is full, and its total is known at the end', async () => {
  const first = (
    await loadListedPage(
      1,
      loadFrom((page) => page),
    )
  ).reply;
  expect([first?.last_page, knownTotal(first)]).toEqual([2, undefined]);
  const second = (
    await loadListedPage(
      2,
      loadFrom((page) => page),
    )
  ).reply;
  expect([second?.data.length, second?.last_page, knownTotal(second)]).toEqual([6, 2, 30]);
  const past = (
    await loadListedPage(
      3,
      loadFrom((page) => page),
    )
  ).reply;
  expect([past?.current_page, past?.last_page, past?.data.length]).toEqual([3, 2, 0]);
});

test('a store that sends the first page for every number has one page', async () => {
  const found = (
    await loadListedPage(
      3,
      loadFrom(() => 1),
    )
  ).reply;
  expect([found?.current_page, found?.last_page, knownTotal(found)]).toEqual([1, 1, 24]);
});

test.each([
  ['a page of the list', { current_page: 3, last_page: 3, total: 60 }, undefined],
  ['any page of an empty list', { current_page: 9, last_page: 1, total: 0 }, undefined],
  ['a page after a counted list', { current_page: 4, last_page: 3, total: 60 }, 'This list ends on page 3.'],
  [
    'a page after the products that are counted',
    { current_page: 418, last_page: 417, total: 10_000, more: true as const },
    'This list ends after 10,000 products. Choose filters to see others.',
  ],
])('%s says where the list ends', (_, paging, sentence) => {
  expect(describeEnd({ success: true, data: [], per_page: 24, ...paging })).toBe(sentence);
});

test('a page after the products that are counted shows none, although the store sends some', async () => {
  const reply = {
    success: true as const,
    data: products as never[],
    ...{ current_page: 418, last_page: 417, per_page: 24, total: 10_000, more: true as const },
  };
  expect((await loadListedPage(418, async () => ({ reply }))).reply?.data).toEqual([]);
  expect((await loadListedPage(417, async () => ({ reply }))).reply?.data).toBe(reply.data);
});

test('a reply of another store says that there are more products only by true', () => {
  for (const [more, read] of [
    [true, true],
    ['yes', undefined],
    [false, undefined],
  ])
    expect(
      normaliseReply(getProductsCall, { json: { data: products, total: 99, more }, ok: true, sent: { params: { page: 1 } } })
        .reply?.more,
    ).toBe(read);
});
