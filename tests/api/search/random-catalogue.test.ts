import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getCurrentColumns, refreshColumns } from '#api/services/columns/current-columns.ts';
import { MatchCache } from '#api/services/columns/match-cache.ts';
import type { ProductColumns } from '#api/services/columns/product-columns.ts';
import { readSearchMatches } from '#api/services/search/column-matches.ts';
import { combineMatches } from '#api/services/search/combine-words.ts';
import { readCommonMatches } from '#api/services/search/common-searches.ts';
import { addProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const PRODUCTS = 400;

/** Names the random catalogue, to make it again. */
const seed = Date.now() % 2 ** 31;

// Of so few letters, most words begin others: common ones begin rare ones, and the other way round.
const letter = fc.constantFrom('a', 'b');
const word = fc.array(letter, { minLength: 1, maxLength: 6 }).map((letters) => letters.join(''));
const text = (maxLength: number) => fc.array(word, { maxLength }).map((words) => words.join(' '));
const product = fc.record({
  name: text(2),
  category: fc.constantFrom('ab', 'abba', 'ba', 'c'),
  keywords: text(1),
  description: text(2),
});

let shop: TestShop;
let columns: ProductColumns;
beforeAll(async () => {
  shop = await openShop();
  await shop.change(async (tx) => {
    for (const [i, { name, ...texts }] of fc.sample(product, { numRuns: PRODUCTS, seed }).entries())
      await addProduct(tx, { name: `${name} ${i}`, ...texts });
  });
  await refreshColumns(shop.store.db);
  await readCommonMatches(shop.store.db);
  columns = (await getCurrentColumns(shop.store.db)) as ProductColumns;
}, 60_000);
afterAll(() => shop.close());

/** All words of up to this many of both letters. */
const listWords = (length: number): string[] =>
  length === 0 ? [''] : listWords(length - 1).flatMap((shorter) => [shorter, ...['a', 'b'].map((one) => shorter + one)]);

test('every word of two letters is found with common words as by the index, alone and beside another', async () => {
  const { db } = shop.store;
  expect(columns.matches.commonWords?.rows.size).toBeGreaterThan(10);
  let combined = 0;
  for (const some of new Set(listWords(6).filter(Boolean)))
    for (const groups of [[[[some]]], [[[some]], [['abb']]], [[['ba']], [[some], ['abab', some]]]]) {
      const found = await combineMatches(db, columns, groups);
      if (!found) continue;
      combined++;
      const expected = await readSearchMatches(db, { ...columns, matches: new MatchCache() }, groups);
      const rows = ({ parts }: typeof found) => parts.flatMap((part) => [...part]).sort((a, b) => a - b);
      expect(rows(found), `${JSON.stringify(groups)}, catalogue ${seed}`).toEqual(rows(expected));
    }
  expect(combined).toBeGreaterThan(100);
}, 60_000);
