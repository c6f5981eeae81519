import { afterAll, beforeAll, expect, test } from 'vitest';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { listOutbox } from '#api/services/messages/outbox.ts';
import { type Product, singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import { csvFile, importFiles } from '#tests/support/cli/run-command.ts';
import { customerOf } from '#tests/support/store/customer.ts';
import { openShop, signUp, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

const header = [
  'Handle',
  'Title',
  'Type',
  'Option1 Name',
  'Option1 Value',
  'Option2 Name',
  'Option2 Value',
  'Variant Price',
  'Variant Inventory Qty',
];
/** A product with these options; a file names them in the product's first row only. */
const rows = (handle: string, names: string[], ...values: string[][]): string[][] =>
  values.map(([one = '', two = ''], i) => {
    const [name = '', second = ''] = i === 0 ? names : [];
    return [handle, i === 0 ? 'Thing' : '', i === 0 ? 'Things' : '', name, one, second, two, '500', '9'];
  });
const bring = (...products: string[][][]) => importFiles(shop.store.db, [csvFile([header, ...products.flat()])]);
const read = async (slug: string): Promise<Product> => (await shop.succeed(singleProductDetailsCall, { params: { slug } })).data;

test.for([
  ['a colour', ['Colour'], [['Navy'], ['Rust']], 'Colour'],
  ['a name without a capital', ['color'], [['Navy'], ['Rust']], 'Color'],
  ['sizes of their own kind', ['Shoe size'], [['8'], ['9']], 'Shoe size'],
  [
    'two options',
    ['Size', 'Colour'],
    [
      ['M', 'Navy'],
      ['L', 'Navy'],
    ],
    'Size / Colour',
  ],
  ['sizes', ['SIZE'], [['M'], ['L']], undefined],
  ['no name', [''], [['M'], ['L']], undefined],
  ['one of two names', ['', 'Colour'], [['M', 'Navy']], undefined],
  ['a title', ['Title'], [['Red'], ['Blue']], undefined],
  ['a product without options', ['Title'], [['Default Title']], undefined],
] as const)('an import reads what variants differ in: %s', async ([name, names, values, expected]) => {
  const slug = name.replaceAll(' ', '-');
  await bring(rows(slug, [...names], ...values.map((value) => [...value])));
  expect((await read(slug)).option_name).toBe(expected);
});

test('another option name is a change, and the same one is none', async () => {
  const jar = (name: string) => bring(rows('jar', [name], ['Teak'], ['Sal']));
  await jar('Size');
  expect((await jar('Wood')).products).toMatchObject({ changed: 1 });
  expect((await read('jar')).option_name).toBe('Wood');
  expect((await jar('Wood')).products).toMatchObject({ changed: 0, unchanged: 1 });
  await jar('Size');
  expect((await read('jar')).option_name).toBeUndefined();
});

test('an export gives the option names back', async () => {
  await bring(
    rows('scarf', ['Size', 'Colour'], ['M', 'Navy']),
    rows('ring', ['Size'], ['12']),
    rows('mug', ['Title'], ['Default Title']),
  );
  let text = '';
  await exportCatalogue(shop.store.db, async (part) => (text += part));
  const lines = text.split(/\r?\n/).filter((line) => /^(scarf|ring|mug),/.test(line));
  expect(lines.map((line) => /,([^,]*),(?:M \/ Navy|12|Default Title),/.exec(line)?.[1]).sort()).toEqual([
    'Size',
    'Size / Colour',
    'Title',
  ]);
});

test('cart, order and mail name the option, and an order keeps the name', async () => {
  await bring(rows('bag', ['Colour'], ['Navy'], ['Rust']), rows('belt', ['Size'], ['32'], ['34']));
  const [bag, belt] = [await read('bag'), await read('belt')];
  const customer = customerOf(shop, await signUp(shop, '9876500015'));
  await customer.put(bag.product_id, 1, bag.variants[0]?.id);
  await customer.put(belt.product_id, 1, belt.variants[0]?.id);
  expect((await customer.cart()).map(({ option_name }) => option_name)).toEqual(['Colour', undefined]);
  await customer.buy('1000.00');
  const mail = (await listOutbox(shop.store.db, { limit: 10 })).find(({ kind }) => kind === 'mail');
  expect(mail?.body).toContain('Thing (Colour: Navy)');
  expect(mail?.body).toContain('Thing (32)');
  await bring(rows('bag', ['Shade'], ['Navy'], ['Rust']));
  const [order] = await customer.orders();
  expect(order?.items.map(({ option_name }) => option_name)).toEqual(['Colour', undefined]);
});
