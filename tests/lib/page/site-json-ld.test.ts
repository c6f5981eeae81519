import { afterEach, expect, test, vi } from 'vitest';
import { stringifyForScript, toBreadcrumbJsonLd, toOrganizationJsonLd, toWebsiteJsonLd } from '#lib/page/seo/site-json-ld.ts';
import { structuredDataProblems } from '#tests/structured-data.ts';
import { makeStore } from './store.ts';

const page = new URL('https://shop.example/products/linen-shirt?utm=1');

afterEach(() => vi.unstubAllEnvs());

test('JSON-LD cannot close its script element', () => {
  const text = stringifyForScript({ name: '</script><script>alert(1)</script><!--' });
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual({ name: '</script><script>alert(1)</script><!--' });
});

test('breadcrumbs start at home and count from one', () => {
  const trail = toBreadcrumbJsonLd([{ name: 'Shirts', path: '/shop?page=1&categories=shirts' }], page);
  expect(trail['itemListElement']).toEqual([
    { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://shop.example/' },
    { '@type': 'ListItem', position: 2, name: 'Shirts', item: 'https://shop.example/shop?page=1&categories=shirts' },
  ]);
});

test('shipping is told only where it is the same for every pincode', () => {
  const serviceOf = (shipping: object) =>
    toOrganizationJsonLd(makeStore({ shipping: { charge: '49.00', ...shipping } }), page)['hasShippingService'];
  expect(serviceOf({ by_pincode: true })).toBeUndefined();
  expect(serviceOf({ by_pincode: true, same_everywhere: true })).toMatchObject({ name: 'Shipping ₹49.00' });
});

test('a shop has contact data only when it is known', () => {
  const { hasShippingService, ...rest } = toOrganizationJsonLd(makeStore(), page);
  expect(hasShippingService).toMatchObject({ shippingConditions: { shippingRate: { value: 0, currency: 'INR' } } });
  expect(rest).toEqual({
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name: 'Loom House',
    url: 'https://shop.example/',
  });
  const known = toOrganizationJsonLd(
    makeStore({ logo: '/media/logo.svg#10x10', legal: { support_email: 'care@loom.example' } }),
    page,
  );
  expect(known).toMatchObject({
    logo: 'https://shop.example/media/logo.svg',
    contactPoint: { contactType: 'customer support', email: 'care@loom.example' },
  });
});

test.each([
  [{ charge: '49.00' }, 'Shipping ₹49.00', { shippingRate: { value: 49 } }],
  [{ charge: '0.00', cod_fee: '30.00' }, 'Free shipping', { shippingRate: { value: 0 } }],
  [
    { charge: '49.50', free_from: '499.00' },
    'Free shipping over ₹499.00',
    [
      { orderValue: { minValue: 0, maxValue: 498.99, currency: 'INR' }, shippingRate: { value: 49.5, currency: 'INR' } },
      { orderValue: { minValue: 499, currency: 'INR' }, shippingRate: { value: 0 } },
    ],
  ],
])('a shop with the charges %j says so', (shipping, name, shippingConditions) => {
  const { hasShippingService } = toOrganizationJsonLd(makeStore({ shipping }), page);
  expect(hasShippingService).toMatchObject({ name, shippingConditions });
});

test.each([
  [{}, undefined],
  [{ return_days: 0 }, undefined],
  [
    { return_days: 7 },
    {
      '@type': 'MerchantReturnPolicy',
      applicableCountry: 'IN',
      returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
      merchantReturnDays: 7,
    },
  ],
  [{ returns: 'Write to us.' }, { '@type': 'MerchantReturnPolicy', merchantReturnLink: 'https://shop.example/returns' }],
  [
    { return_days: 30, returns: 'Write to us.' },
    { merchantReturnDays: 30, merchantReturnLink: 'https://shop.example/returns' },
  ],
])('a shop with the return settings %j says so', async (settings, policy) => {
  const data = toOrganizationJsonLd(makeStore(settings), page);
  if (policy) expect(data['hasMerchantReturnPolicy']).toMatchObject(policy);
  else expect(data).not.toHaveProperty('hasMerchantReturnPolicy');
  expect(await structuredDataProblems(`<script type="application/ld+json">${stringifyForScript(data)}</script>`)).toEqual([]);
});

test('the public address is used, not the proxy’s', () => {
  vi.stubEnv('PUBLIC_SITE_URL', 'https://loom.example/');
  expect(toWebsiteJsonLd(makeStore(), new URL('http://127.0.0.1:4321/'))).toMatchObject({
    url: 'https://loom.example/',
    potentialAction: { target: { urlTemplate: 'https://loom.example/shop?search={search_term_string}' } },
  });
});
