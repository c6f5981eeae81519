import { describe, expect, test } from 'vitest';
import type { Product } from '#lib/contract/catalogue.ts';
import { toProductJsonLd } from '#lib/page/seo/product-json-ld.ts';
import { stringifyForScript } from '#lib/page/seo/site-json-ld.ts';
import { toCharges } from '#lib/rules/charges.ts';
import { structuredDataProblems } from '#tests/structured-data.ts';
import { makeProduct, makeVariant } from './product.ts';

const page = new URL('https://shop.example/products/linen-shirt?utm=1');
const describeProduct = (different: Partial<Product> = {}) => toProductJsonLd(makeProduct(different), page);

const problems = (data: unknown): Promise<string[]> =>
  structuredDataProblems(`<html><head><script type="application/ld+json">${stringifyForScript(data)}</script></head></html>`);

describe('a product without sizes', () => {
  test('has one offer', async () => {
    const data = describeProduct({ product_stock: 3, brand: 'Loom', country_of_origin: 'India', mrp: '1499.00' });
    expect(data).toEqual({
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'Linen Shirt',
      url: 'https://shop.example/products/linen-shirt',
      description: 'Light & cool.',
      sku: '7',
      category: 'Shirts',
      brand: { '@type': 'Brand', name: 'Loom' },
      countryOfOrigin: { '@type': 'Country', name: 'India' },
      image: ['https://shop.example/media/a-1200.jpg', 'https://cdn.example/b.jpg'],
      offers: {
        '@type': 'Offer',
        url: 'https://shop.example/products/linen-shirt',
        price: '1499.00',
        priceCurrency: 'INR',
        availability: 'https://schema.org/InStock',
        itemCondition: 'https://schema.org/NewCondition',
        seller: { '@type': 'Organization', name: 'Loom House' },
      },
    });
    expect(await problems(data)).toEqual([]);
  });

  test('that is sold out and reduced states both', async () => {
    const data = describeProduct();
    expect(data['offers']).toMatchObject({
      price: '1499.00',
      availability: 'https://schema.org/OutOfStock',
      priceSpecification: { priceType: 'https://schema.org/StrikethroughPrice', price: '1999.00', priceCurrency: 'INR' },
    });
    expect(await problems(data)).toEqual([]);
  });

  test('omits unknown data', () => {
    const data = describeProduct({ description: '', product_images: '' });
    for (const name of ['description', 'image', 'brand', 'countryOfOrigin']) expect(data).not.toHaveProperty(name);
  });
});

describe('a product with sizes', () => {
  test('is a group with a variant for each, with its own price and stock', async () => {
    const data = describeProduct({ variants: [makeVariant('S', 0), makeVariant('XL', 2, '1599.00')] });
    expect(data).toMatchObject({
      '@type': 'ProductGroup',
      productGroupID: '7',
      variesBy: ['https://schema.org/size'],
      hasVariant: [
        { name: 'Linen Shirt, S', size: 'S', offers: { price: '1499.00', availability: 'https://schema.org/OutOfStock' } },
        { name: 'Linen Shirt, XL', size: 'XL', offers: { price: '1599.00', availability: 'https://schema.org/InStock' } },
      ],
    });
    expect(data).not.toHaveProperty('offers');
    expect(await problems(data)).toEqual([]);
  });

  test('and colours varies by both', async () => {
    const data = describeProduct({ variants: [makeVariant('S / Red', 1), makeVariant('M / Navy Blue', 1)] });
    expect(data['variesBy']).toEqual(['https://schema.org/size', 'https://schema.org/color']);
    expect(data['hasVariant']).toMatchObject([
      { size: 'S', color: 'Red' },
      { size: 'M', color: 'Navy Blue' },
    ]);
    expect(await problems(data)).toEqual([]);
  });
});

test('the validator rejects what schema.org or Google do not accept', async () => {
  const data = describeProduct();
  expect(await problems({ ...data, '@type': 'Produkt' })).not.toEqual([]);
  expect(await problems({ ...data, colour: 'red' })).not.toEqual([]);
  expect(await problems({ ...data, name: '' })).not.toEqual([]);
  expect(await problems({ ...data, offers: { '@type': 'Offer', availability: 'https://schema.org/InStore' } })).not.toEqual([]);
  expect(await problems({ ...data, itemCondition: 'https://schema.org/Brandnew' })).not.toEqual([]);
});

test('each variant has its own address, picture and barcode', async () => {
  const variants = [{ ...makeVariant('S', 1), picture: 1, gtin: '8900000000012' }, makeVariant('M', 1)];
  const data = describeProduct({ variants });
  const [small, medium] = data['hasVariant'] as Record<string, unknown>[];
  const address = `https://shop.example/products/linen-shirt?variant=${variants[0]?.id}`;
  expect(small).toMatchObject({
    offers: { url: address },
    image: 'https://cdn.example/b.jpg',
    gtin: '8900000000012',
  });
  expect(medium).toMatchObject({ image: 'https://shop.example/media/a-1200.jpg' });
  expect(data['url']).toBe('https://shop.example/products/linen-shirt');
  expect(await problems(data)).toEqual([]);
});

test('many variants are one summary of their prices', async () => {
  const variants = Array.from({ length: 2048 }, (_, i) => ({ ...makeVariant(`V${i}`, i % 2, `${1000 + i}.00`), id: i + 1 }));
  const data = describeProduct({ variants });
  expect(data).toMatchObject({
    '@type': 'Product',
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: '1000.00',
      highPrice: '3047.00',
      offerCount: 2048,
      availability: 'https://schema.org/InStock',
    },
  });
  expect(JSON.stringify(data).length).toBeLessThan(2000);
  expect(await problems(data)).toEqual([]);
});

describe('shipping of a shop whose zones', () => {
  const zones = { charge: '150.00', free_from: '2000.00', by_pincode: true, days: { from: 1, to: 9 } };
  const describeShipping = (shipping: Parameters<typeof toCharges>[0], different: Partial<Product> = {}) =>
    toProductJsonLd(makeProduct(different), page, toCharges(shipping));
  const details = (rate: object, id: string) => ({
    '@type': 'OfferShippingDetails',
    '@id': id,
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: 'IN' },
    shippingRate: { '@type': 'MonetaryAmount', ...rate, currency: 'INR' },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: { '@type': 'QuantitativeValue', minValue: 0, maxValue: 1, unitCode: 'DAY' },
      transitTime: { '@type': 'QuantitativeValue', minValue: 1, maxValue: 9, unitCode: 'DAY' },
    },
  });

  test('serve every pincode is the highest rate with the days, or the rate that all pay', async () => {
    const data = describeShipping(zones);
    expect(data).toMatchObject({ offers: { shippingDetails: details({ maxValue: 150 }, '#shipping-15000') } });
    expect(await problems(data)).toEqual([]);
    expect(describeShipping({ ...zones, same_everywhere: true })).toMatchObject({
      offers: { shippingDetails: details({ value: 150 }, '#shipping-15000') },
    });
  });

  test('is written out once for each rate of many variants', async () => {
    const variants = Array.from({ length: 100 }, (_, i) => makeVariant(`Size ${i}`, 1, i % 2 === 0 ? '1599.00' : '2999.00'));
    const data = describeShipping(zones, { variants });
    const shipping = (data['hasVariant'] as { offers: { shippingDetails: object } }[]).map(
      ({ offers }) => offers.shippingDetails,
    );
    expect(shipping.slice(0, 3)).toEqual([
      details({ maxValue: 150 }, '#shipping-15000'),
      details({ value: 0 }, '#shipping-0'),
      { '@id': '#shipping-15000' },
    ]);
    expect(await problems(data)).toEqual([]);
  });

  test('do not serve every pincode, or do not say their days, is left out', () => {
    const { days: _, ...unknown } = zones;
    for (const shipping of [undefined, { charge: '49.00' }, unknown, { ...unknown, same_everywhere: true }])
      expect(JSON.stringify(describeShipping(shipping))).not.toContain('shippingDetails');
  });
});

test('a sale with an end says until when its price counts', async () => {
  const sale_ends_at = '2026-12-05T18:29:59.000Z';
  const single = describeProduct({ sale_ends_at });
  expect(single['offers']).toMatchObject({ priceValidUntil: sale_ends_at });
  const sized = describeProduct({ variants: [{ ...makeVariant('S', 1), sale_ends_at }, makeVariant('M', 1)] });
  const [small, medium] = sized['hasVariant'] as { offers: object }[];
  expect(small?.offers).toMatchObject({ priceValidUntil: sale_ends_at });
  expect(medium?.offers).not.toHaveProperty('priceValidUntil');
  for (const data of [single, sized]) expect(await problems(data)).toEqual([]);
});
