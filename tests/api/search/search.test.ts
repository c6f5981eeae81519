import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { indexProduct, reindexAll } from '#api/database/search/product-index.ts';
import { searchProductsCall } from '#lib/contract/catalogue.ts';
import { computeEditDistance } from '#lib/rules/edit-distance.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;

const catalogue: [category: string, names: string[]][] = [
  ['T-Shirts', ['Ajrakh Border T-Shirt', 'Plain Crew Tee', 'Striped T Shirt']],
  ['Shirts', ['Linen Camp Collar Shirt', 'Denim Shirt', 'Chambray Half Sleeve']],
  ['Denims', ['Slim Jeans', 'Indigo Trousers', 'Denmark Fit Chinos']],
  ["Men's - Watch", ['Brass Field Watch', 'Teak Dial Chronograph']],
  ["Women's - Watch", ['Rose Gold Watch', 'Slim Bracelet Timepiece']],
  ['Handbags', ['Kantha Tote', 'Leather Sling']],
  ["Men's Shoes", ['Tan Derby Shoes', 'Canvas Sneakers']],
  ["Women's Shoes", ['Block Heel Mules']],
  ['Wallets', ['Bifold Wallet', 'Card Holder']],
  ['Caps', ['Khadi Cap', 'Cap Sleeve Visor']],
  ['Kurtas', ['Cotton Kurta', 'A-Line Kurta']],
  ['Sunglasses', ['Round Frames']],
];

beforeAll(async () => {
  shop = await openShop();
  for (const [category, names] of catalogue) {
    for (const name of names) {
      await shop.add({
        name,
        category,
        brand: name === 'Plain Crew Tee' ? 'Zephyr' : 'Haat',
        keywords: name === 'Card Holder' ? 'gifting' : '',
        description: '<p>Machine <b>wash</b> cold; wear with shirts, denims and caps. Fits every wallet.</p>',
      });
    }
  }
});
afterAll(() => shop.close());

const find = (search: string, more: Record<string, unknown> = {}) =>
  shop.succeed(searchProductsCall, { body: { search, ...more } });
const firstCategory = async (search: string) => (await find(search)).data[0]?.sub_category.sub_category_name;

describe('each suggested term finds its sub-category first', () => {
  test.each([
    ['T-Shirts', 'T-Shirts', 3],
    ['Shirts', 'Shirts', 3],
    ['Denims', 'Denims', 3],
    ["Men's - Watch", "Men's - Watch", 2],
    ["Women's - Watch", "Women's - Watch", 2],
    ['Handbags', 'Handbags', 2],
    ["Men's Shoes", "Men's Shoes", 2],
    ['Wallet', 'Wallets', 2],
    ['Caps', 'Caps', 2],
  ])('%s', async (term, category, count) => {
    const { data } = await find(term);
    expect(data.slice(0, count).map((product) => product.sub_category.sub_category_name)).toEqual(Array(count).fill(category));
  });
});

describe('a misspelt word finds the intended products', () => {
  test.each([
    ['tshrt', 'T-Shirts'],
    ['t-shrt', 'T-Shirts'],
    ['tshirst', 'T-Shirts'],
    ['handbg', 'Handbags'],
    ['walet', 'Wallets'],
    ['kurtha', 'Kurtas'],
    ['wathc', "Men's - Watch"],
    ['denmi', 'Denims'],
    ['shrit', 'Shirts'],
    ['sungalsses', 'Sunglasses'],
  ])('%s', async (typed, category) => {
    const first = await firstCategory(typed);
    expect(typed === 'wathc' ? [category, "Women's - Watch"] : [category]).toContain(first);
  });

  test('wach finds watches, and not washable products', async () => {
    const { data } = await find('wach');
    expect(data).toHaveLength(4);
    expect(data.every((product) => /Watch$/.test(product.sub_category.sub_category_name))).toBe(true);
  });

  test('but a correctly spelt start of a word is not corrected', async () => expect(await firstCategory('denm')).toBe('Denims'));

  test('a correctly spelt word is not corrected', async () => {
    expect((await find('zephyr')).data.map(({ name }) => name)).toEqual(['Plain Crew Tee']);
  });
});

describe('one product can be found under several spellings', () => {
  test.each(['tshirt', 'tshirts', 't shirt', 'T SHIRTS', 't-shirt', 'T‑Shirts', 'ｔｓｈｉｒｔ'])('%s', async (typed) => {
    const { data } = await find(typed);
    expect(data).toHaveLength(3);
    expect(data.every((product) => product.sub_category.sub_category_name === 'T-Shirts')).toBe(true);
  });

  test('compound words match with and without spaces or apostrophes', async () => {
    expect(await firstCategory('sun glasses')).toBe('Sunglasses');
    expect(await firstCategory('mens shoes')).toBe("Men's Shoes");
    expect(await firstCategory('women’s shoes')).toBe("Women's Shoes");
    expect((await find('a line kurta')).data[0]?.name).toBe('A-Line Kurta');
  });
});

test('brand, keywords and description are searched as well, and the name ranks first', async () => {
  expect((await find('gifting')).data.map(({ name }) => name)).toEqual(['Card Holder']);
  expect((await find('wash')).total).toBe(catalogue.flatMap(([, names]) => names).length);
  expect((await find('chino')).data[0]?.name).toBe('Denmark Fit Chinos');
});

test('a prefix of a word is enough', async () => {
  expect((await find('chrono')).data.map(({ name }) => name)).toEqual(['Teak Dial Chronograph']);
});

test('two letters begin words of name, brand and category, but not of a description', async () => {
  expect((await find('ch')).data.map(({ name }) => name).sort()).toEqual([
    'Chambray Half Sleeve',
    'Denmark Fit Chinos',
    'Teak Dial Chronograph',
  ]);
  expect((await find('ze')).data.map(({ name }) => name)).toEqual(['Plain Crew Tee']);
  expect((await find('ca kh')).data.map(({ name }) => name)).toEqual(['Khadi Cap']);
  expect((await find('ma')).total).toBe(0);
  expect((await find('mac')).total).toBe(catalogue.flatMap(([, names]) => names).length);
});

test('when no product matches all words, products that match some are shown', async () => {
  expect((await find('purple kurta')).data[0]?.sub_category.sub_category_name).toBe('Kurtas');
  expect((await find('kantha zephyr')).data.map(({ name }) => name).sort()).toEqual(['Kantha Tote', 'Plain Crew Tee']);
});

test('a search that finds nothing comes with the nearest word of the catalogue, as a product spells it', async () => {
  const { total, correction = '' } = await find('for dxnxm');
  expect([total, correction]).toEqual([0, expect.stringMatching(/^denims?$/)]);
  expect((await find(correction)).total).toBeGreaterThan(0);
  for (const search of ['qqqq', '???', '4711', 'linen shirt']) expect(await find(search)).not.toHaveProperty('correction');
});

test('nonsense finds nothing, and an empty search lists everything', async () => {
  expect(await find('qqqqzzzz')).toMatchObject({ data: [], total: 0, last_page: 1 });
  expect(await find('!!! --- ((')).toMatchObject({ data: [], total: 0 });
  expect((await find('   ')).total).toBe(catalogue.flatMap(([, names]) => names).length);
});

test('search engine syntax is treated as text', async () => {
  for (const text of [
    '" OR 1=1 NEAR(',
    'name:shirt',
    'shirt*',
    '-shirt',
    '^shirt',
    'shirt AND',
    'NOT',
    '{a b}: c',
    "'; DROP TABLE product; --",
    '\u0000',
    '"',
    '""',
  ]) {
    await find(text);
  }
  expect((await find('')).total).toBeGreaterThan(0);
});

test('filters, sorting and paging work on search results as on a listing', async () => {
  expect((await find('watch', { sub_category: "women's - watch" })).total).toBe(2);
  const names = (await find('kurta', { sort_by: 'name_asc' })).data.map(({ name }) => name);
  expect(names).toEqual(['A-Line Kurta', 'Cotton Kurta']);
  expect(await find('watch', { page: 7 })).toMatchObject({ data: [], current_page: 7, last_page: 1, total: 4 });
});

test('a search text that is too long is refused', async () => {
  expect((await shop.fail(searchProductsCall, { body: { search: 'x'.repeat(201) } })).httpStatus).toBe(422);
});

test('a withdrawn product is not found, and a new word is found at once', async () => {
  const { id } = await shop.add({ name: 'Quilted Gilet', category: 'Jackets' });
  expect((await find('gilte')).total).toBe(1);
  await shop.change(async (tx) => {
    await tx.updateTable('product').set({ active: 0 }).where('id', '=', id).execute();
    await indexProduct(tx, id);
  });
  expect((await find('gilet')).total).toBe(0);
  await shop.change(reindexAll);
  expect((await find('gilet')).total).toBe(0);
  expect(await firstCategory('tshrt')).toBe('T-Shirts');
});

test('edit distance counts letters added, dropped, changed and swapped', () => {
  expect([
    computeEditDistance('watch', 'wach', 2),
    computeEditDistance('tshrit', 'tshirt', 2),
    computeEditDistance('cap', 'cup', 2),
  ]).toEqual([1, 1, 1]);
  expect(computeEditDistance('kurta', 'denim', 2)).toBe(3);
  expect(computeEditDistance('', '', 1)).toBe(0);
});
