import { describe, expect, test } from 'vitest';
import type { Product } from '#lib/contract/catalogue.ts';
import { renderFeedItems, renderMerchantFeed } from '#lib/page/seo/merchant-feed.ts';
import { type Charges, noCharges, toCharges } from '#lib/rules/charges.ts';
import { xmlProblems } from '#tests/xml-schemas.ts';
import { makeProduct, makeVariant } from './product.ts';
import { makeStore } from './store.ts';

const page = new URL('https://shop.example/feed.xml');
let charges: Charges = noCharges;
const feedOf = (...products: Product[]): string =>
  renderMerchantFeed(makeStore(), renderFeedItems(products, { url: page, charges }), page);

/** Returns the fields of each item by name; repeated fields are joined. */
function itemsOf(feed: string): Record<string, string>[] {
  return [...feed.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) => {
    const fields: Record<string, string> = {};
    for (const [, name = '', text = ''] of item.matchAll(/<g:(\w+)>([^<]+)<\/g:\1>/g)) {
      fields[name] = fields[name] === undefined ? text : `${fields[name]} ${text}`;
    }
    return fields;
  });
}

test('a product without sizes is one item, and is valid for Google', async () => {
  const feed = feedOf(makeProduct({ brand: 'Loom & Co', product_stock: 4 }));
  expect(await xmlProblems('product-feed', feed)).toEqual([]);
  expect(itemsOf(feed)).toEqual([
    {
      id: '7',
      title: 'Linen Shirt',
      description: 'Light &amp; cool.',
      link: 'https://shop.example/products/linen-shirt',
      image_link: 'https://shop.example/media/a-1200.jpg',
      additional_image_link: 'https://cdn.example/b.jpg',
      availability: 'in_stock',
      price: '1999.00 INR 0.00 INR',
      sale_price: '1499.00 INR',
      brand: 'Loom &amp; Co',
      identifier_exists: 'no',
      condition: 'new',
      product_type: 'Shirts',
      country: 'IN',
    },
  ]);
});

test('each size is an item of one group, with its own price and stock', async () => {
  const feed = feedOf(makeProduct({ variants: [makeVariant('S', 0), makeVariant('XL / Sky Blue', 2, '1999.00')] }));
  expect(await xmlProblems('product-feed', feed)).toEqual([]);
  const [small, large] = itemsOf(feed);
  expect(small).toMatchObject({
    title: 'Linen Shirt, S',
    item_group_id: '7',
    size: 'S',
    availability: 'out_of_stock',
    sale_price: '1499.00 INR',
  });
  expect(small?.['color']).toBeUndefined();
  expect(large).toMatchObject({ item_group_id: '7', size: 'XL', color: 'Sky Blue', availability: 'in_stock' });
  expect(large?.['sale_price']).toBeUndefined();
  expect(small?.['id']).not.toBe(large?.['id']);
});

test('shipping is that of an order with the item alone', async () => {
  charges = toCharges({ charge: '49.00', free_from: '1500.00', cod_fee: '30.00' });
  const feed = feedOf(makeProduct({ variants: [makeVariant('S', 1), makeVariant('M', 1, '1999.00')] }));
  charges = noCharges;
  expect(await xmlProblems('product-feed', feed)).toEqual([]);
  const rates = [...feed.matchAll(/<g:country>IN<\/g:country><g:price>([^<]+)</g)].map(([, rate]) => rate);
  expect(rates).toEqual(['49.00 INR', '0.00 INR']);
});

test('shipping that the pincode decides is left out, unless it is the same everywhere', async () => {
  const product = makeProduct({ variants: [makeVariant('S', 1)] });
  charges = toCharges({ charge: '49.00', by_pincode: true });
  const different = feedOf(product);
  charges = toCharges({ charge: '49.00', by_pincode: true, same_everywhere: true });
  const same = feedOf(product);
  charges = noCharges;
  expect(await xmlProblems('product-feed', different)).toEqual([]);
  expect(different).not.toContain('g:shipping');
  expect(same).toContain('<g:price>49.00 INR</g:price>');
});

test('zones that serve every pincode tell the highest rate and their days', async () => {
  const product = makeProduct({ variants: [makeVariant('S', 1), makeVariant('M', 1, '2999.00')] });
  charges = toCharges({ charge: '150.00', free_from: '2000.00', by_pincode: true, days: { from: 1, to: 9 } });
  const feed = feedOf(product);
  charges = noCharges;
  expect(await xmlProblems('product-feed', feed)).toEqual([]);
  const rates = [...feed.matchAll(/<g:shipping>(.*?)<\/g:shipping>/g)].map(([, rate]) => rate);
  const days = '<g:min_transit_time>1</g:min_transit_time><g:max_transit_time>9</g:max_transit_time>';
  expect(rates).toEqual(['150.00', '0.00'].map((rate) => `<g:country>IN</g:country><g:price>${rate} INR</g:price>${days}`));
});

describe('feed pictures', () => {
  test.each(['0123456789abcdef', '0123456789abcdef01234567'])('use the JPEG of the shop’s drawing %s', (hash) => {
    const drawing = `/media/${hash}.svg#900x1200`;
    const [item] = itemsOf(feedOf(makeProduct({ cover_image: drawing, product_images: drawing })));
    expect(item?.['image_link']).toBe(`https://shop.example/media/${hash}.svg.jpg`);
    expect(item?.['additional_image_link']).toBeUndefined();
  });

  test('have at most ten additional ones', async () => {
    const product_images = Array.from({ length: 15 }, (_, i) => `https://cdn.example/${i}.webp?v=1`).join(',');
    const feed = feedOf(makeProduct({ product_images }));
    expect(await xmlProblems('product-feed', feed)).toEqual([]);
    expect(itemsOf(feed)[0]?.['additional_image_link']?.split(' ')).toHaveLength(10);
  });

  test('must include one in a format that Google supports, or the product is left out', () => {
    const none = ['', 'https://cdn.example/a.svg', 'https://cdn.example/a.avif', 'https://cdn.example/'];
    expect(itemsOf(feedOf(...none.map((product_images) => makeProduct({ product_images }))))).toEqual([]);
  });
});

test('long texts are cut, and a title keeps its size', async () => {
  const product = makeProduct({
    name: 'Handwoven '.repeat(40),
    brand: 'B'.repeat(200),
    description: `<p>${'🧵 thread '.repeat(2000)}</p>`,
    variants: [makeVariant('XXL', 1)],
  });
  const feed = feedOf(product);
  expect(await xmlProblems('product-feed', feed)).toEqual([]);
  expect(itemsOf(feed)[0]?.['title']).toMatch(/^Handwoven .*…, XXL$/);
});

test('names and descriptions are escaped', async () => {
  const hostile = ']]></g:title><item/>&lt;\u0000\u000b\ud800 <script>';
  const feed = feedOf(makeProduct({ name: hostile, description: `<p>${hostile}</p>`, brand: hostile }));
  expect(await xmlProblems('product-feed', feed)).toEqual([]);
});

test('the validator rejects what Google does not accept', async () => {
  const feed = feedOf(makeProduct({ product_stock: 1 }));
  for (const [from, to] of [
    ['1499.00 INR', '₹1499'],
    ['in_stock', 'in stock'],
    ['a-1200.jpg', 'a.svg'],
    ['<g:condition>new</g:condition>', ''],
    ['<g:identifier_exists>no', '<g:identifier_exists>false'],
  ] as const) {
    expect(feed).toContain(from);
    expect(await xmlProblems('product-feed', feed.replace(from, to))).not.toEqual([]);
  }
});

test('each variant has its own picture first, its barcode, and an address that chooses it', async () => {
  const pictures = { product_images: '/media/a-1200.jpg#1200x1600,/media/b-1200.jpg#1200x1600' };
  const variants = [
    { ...makeVariant('Red', 1), picture: 0, gtin: '8900000000012' },
    { ...makeVariant('Blue', 1), picture: 1 },
    { ...makeVariant('Green', 1), picture: 9 },
  ];
  const feed = feedOf(makeProduct({ ...pictures, variants }));
  expect(await xmlProblems('product-feed', feed)).toEqual([]);
  const [red, blue, green] = itemsOf(feed);
  const [first, second] = ['https://shop.example/media/a-1200.jpg', 'https://shop.example/media/b-1200.jpg'];
  expect(red).toMatchObject({
    link: `https://shop.example/products/linen-shirt?variant=${variants[0]?.id}`,
    image_link: first,
    additional_image_link: second,
    gtin: '8900000000012',
  });
  expect(red?.['identifier_exists']).toBeUndefined();
  expect(blue).toMatchObject({ image_link: second, additional_image_link: first, identifier_exists: 'no' });
  expect(green).toMatchObject({ image_link: first });
});

test('a product without variants has the barcode of its only one', () => {
  expect(itemsOf(feedOf(makeProduct({ gtin: '8900000000012' })))[0]).toMatchObject({ gtin: '8900000000012' });
});

test('a sale with an end says until when its price counts', async () => {
  const sale = { sale_ends_at: '2026-12-05T18:29:59.000Z' };
  const updated_at = '2026-11-30T18:30:00.004Z';
  const feed = feedOf(
    makeProduct({ ...sale, updated_at }),
    makeProduct({ variants: [{ ...makeVariant('S', 1), ...sale }, makeVariant('M', 1)], updated_at }),
  );
  expect(await xmlProblems('product-feed', feed)).toEqual([]);
  const times = itemsOf(feed).map((item) => item['sale_price_effective_date']);
  const expected = '2026-11-30T18:30:00Z/2026-12-05T18:29:59Z';
  expect(times).toEqual([expected, expected, undefined]);
});
