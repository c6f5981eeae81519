import { expect, test } from 'vitest';
import { getProductsCall } from '#lib/contract/catalogue.ts';
import { knownTotal, loadListedPage } from '#lib/page/listing/page-past-the-end.ts';
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
