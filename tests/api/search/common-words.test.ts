import { existsSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { WordGroup } from '#api/database/search/tokenise.ts';
import { getCurrentColumns, refreshColumns } from '#api/services/columns/current-columns.ts';
import { type CommonWords, MatchCache, type SearchMatches } from '#api/services/columns/match-cache.ts';
import { readMatchesInto, writeMatches } from '#api/services/columns/matches-file.ts';
import type { ProductColumns } from '#api/services/columns/product-columns.ts';
import { readSearchMatches } from '#api/services/search/column-matches.ts';
import { combineMatches, isCommonBeginning } from '#api/services/search/combine-words.ts';
import { readCommonMatches } from '#api/services/search/common-searches.ts';
import { readCommonWords } from '#api/services/search/common-words.ts';
import { parseSearch } from '#api/services/search/parse-search.ts';
import { addProduct } from '#tests/support/store/products.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

const PRODUCTS = 2300;

const kinds = ['Shirts', 'T-Shirts', 'Linen', 'Glasses', 'Shoes'];
const names = ['Linen Shirt', 'Cotton Thing', 'Sunglasses', 'Shirting Cloth', 'Running Shoe', 'Black Watch', 'Silk Blouse'];
const descriptions = ['All cotton.', 'A linen shirt.', 'Watches the sun.', '', 'Shoes with glasses'];

let shop: TestShop;
let columns: ProductColumns;
beforeAll(async () => {
  shop = await openShop();
  await shop.change(async (tx) => {
    for (let i = 0; i < PRODUCTS; i++)
      await addProduct(tx, {
        name: `${names[i % names.length]} ${i % 7 === 0 ? 'Plain' : ''} ${i}`,
        category: kinds[i % kinds.length] as string,
        keywords: `${i % 3 === 0 ? 'summer' : 'winter sun'}${i % 2 === 0 ? ` lot${i}` : ''}`,
        description: `${descriptions[(i * 7) % descriptions.length]} Washable.`,
      });
    await addProduct(tx, { name: 'Jute Rope', category: 'Garden' });
    // Both "sun" and "sunglass" are common.
    await addProduct(tx, { name: 'Sungod', category: 'Garden', keywords: 'sung' });
    // Words that are not common: one begins with a common word, the others are beside one that begins as they do.
    for (let i = 0; i < 4; i++) {
      await addProduct(tx, { name: `Shirtwaist ${i}`, category: 'Dresses' });
      await addProduct(tx, { name: `Shock ${i}`, category: 'Wraps', description: 'For shoes.' });
      await addProduct(tx, { name: `Shrug ${i}`, category: 'Wraps', description: 'For shoes.' });
    }
  });
  await refreshColumns(shop.store.db);
  await readCommonMatches(shop.store.db);
  columns = (await getCurrentColumns(shop.store.db)) as ProductColumns;
}, 60_000);
afterAll(() => shop.close());

const fromIndex = (groups: readonly WordGroup[]): Promise<SearchMatches> =>
  readSearchMatches(shop.store.db, { ...columns, matches: new MatchCache() }, groups);

/** Without parts that have no rows. */
const nonEmpty = ({ parts }: SearchMatches) => parts.filter(({ length }) => length > 0).map((part) => [...part]);

const word = fc.constantFrom(
  ...['shirt', 'shirts', 'shirting', 'linen', 'lin', 'cotton', 'thing', 'watch', 'sun', 'sunglasses', 'glass', 'shoes', 'plain'],
  ...[
    'summer',
    'washable',
    'all',
    'a',
    'lot',
    'lot1',
    'wint',
    'black',
    '7',
    '77',
    't',
    'tshirts',
    'jute',
    'rope',
    'zzz',
    'kérala',
    'watching',
    'running',
    'wash',
    's',
    'sh',
    'sunsh',
    'lined',
    ...['li', 'su', 'wa', 'pl', 'ju', 'un', 'al', 'bu', 'bus'],
    'blouse',
    'silk',
  ],
);
const words = fc.array(word, { minLength: 1, maxLength: 2 });
const group = fc.oneof({ weight: 3, arbitrary: word.map((one) => [[one]]) }, fc.array(words, { minLength: 1, maxLength: 2 }));
const groups = fc.array(group, { minLength: 1, maxLength: 3 });

test('matches combined from common words are those of the index, in the same order', async () => {
  expect(columns.matches.commonWords?.rows.size).toBeGreaterThan(10);
  let combined = 0;
  let byTier = 0;
  await fc.assert(
    fc.asyncProperty(groups, async (some) => {
      const found = await combineMatches(shop.store.db, columns, some);
      if (!found) return;
      combined++;
      if (!found.isScored) byTier++;
      const expected = await fromIndex(some);
      expect(nonEmpty(found)).toEqual(nonEmpty(expected));
      expect(found.isScored).toBe(expected.isScored);
    }),
    { numRuns: 300 },
  );
  expect(combined).toBeGreaterThan(100);
  expect(byTier).toBeGreaterThan(10);
});

test.for(['shi', 'shr', 'sho', 'sun', 'sung', 'sungo', 'lin', 'sh', 'si', 'ju', 'wa', 'qq'])(
  'of the unfinished word "%s", all that it may become is found',
  async (beginning) => {
    for (const some of [[[[beginning]]], [[[beginning]], [['plain']]]]) {
      const found = (await combineMatches(shop.store.db, columns, some)) as SearchMatches;
      expect(nonEmpty(found)).toEqual(nonEmpty(await fromIndex(some)));
    }
  },
);

test('words of descriptions are kept too', () => {
  expect([...(columns.matches.commonWords?.rows.keys() ?? [])]).toEqual(expect.arrayContaining(['washabl*', 'all*', 'a']));
});

test('common beginnings of two letters are kept', () => {
  const keys = [...(columns.matches.commonWords?.rows.keys() ?? [])].filter((key) => key.endsWith('+'));
  expect(keys).toEqual(expect.arrayContaining(['sh+', 'li+', 'su+']));
  expect(keys).not.toContain('ro+');
});

test('of common beginnings, the other terms that begin so are known, unless these are many', () => {
  const { otherTerms } = columns.matches.commonWords as CommonWords;
  expect(otherTerms.get('sho')).toEqual(['shock']);
  expect(otherTerms.get('shi')).toEqual([]);
  expect(otherTerms.get('sung')?.toSorted()).toEqual(['sung', 'sungod']);
  expect(otherTerms.has('shr')).toBe(false);
});

test.for([
  ['shirts', true],
  ['shi', true],
  ['sh', true],
  ['shr', false],
  ['jut', false],
  ['zz', false],
  ['a1-b2', false],
] as const)('whether "%s" begins a common word is known: %s', async ([some, expected]) => {
  expect(await isCommonBeginning(shop.store.db, some)).toBe(expected);
});

test('a word is kept by its stem, also where that would be stemmed further', () => {
  const keys = [...(columns.matches.commonWords?.rows.keys() ?? [])];
  expect(keys).toEqual(expect.arrayContaining(['blous*', 'shirt*', 'shoe*']));
});

test('a rare word is found in a catalogue of any size', async () => {
  const ids = Uint32Array.from({ length: 250_001 }, (_, i) => i + 1);
  const found = (await combineMatches(shop.store.db, { ...columns, ids }, [[['jute']]])) as SearchMatches;
  expect(nonEmpty(found)).toHaveLength(1);
});

test('a beginning of keywords only is not kept, because it begins words of titles', () => {
  expect(columns.matches.commonWords?.rows.has('wi+')).toBe(false);
});

test('common words are no longer read when that is aborted', async () => {
  const unread = { ...columns, matches: new MatchCache() };
  await expect(readCommonWords(shop.store.db, unread, AbortSignal.abort())).rejects.toThrow('aborted');
  expect(unread.matches.commonWords).toBeUndefined();
});

test('common words are kept in a file with the stamp of their columns', async () => {
  const file = join(shop.dataDir, 'written.cache');
  await writeMatches(file, { ...columns, stamp: 'stamp' });
  const read = async (stamp: string) => {
    const cache = new MatchCache();
    await readMatchesInto(cache, file, stamp);
    return cache;
  };
  const { commonWords, size } = await read('stamp');
  expect(commonWords).toEqual(columns.matches.commonWords);
  expect(size).toBe(columns.matches.size);
  expect((await read('other')).commonWords).toBeUndefined();
  expect(existsSync(file)).toBe(true);
  truncateSync(file, statSync(file).size - 1);
  expect((await read('stamp')).commonWords).toBeUndefined();
  // By its header, no one would replace it.
  expect(existsSync(file)).toBe(false);
});

test('of a word with many hyphens, the first ten parts are searched for', async () => {
  const text = Array.from({ length: 6 }, () => 'shirt-sunglasses-blouse-watch').join('-');
  expect((await parseSearch(shop.store.db, text))?.wordGroups).toHaveLength(10);
});

test.for([
  ['the beginning of many rare words', [[['linen']], [['lot']]]],

  ['many rare words', [[['shirt']], ...['jute', 'rope', 'zzz', 'yyy'].map((rare) => [[rare]])]],
  ['a word that the index splits', [[['shirt']], [['a1-b2']]]],
] as const)('a search with %s is left to the index', async ([, some]) => {
  expect(await combineMatches(shop.store.db, columns, some as never)).toBeUndefined();
});
