import { expect, test } from 'vitest';
import { hashOffer } from '#components/product/offer-hash.ts';
import { makeProduct, makeVariant } from '#tests/lib/page/product.ts';

test('the hash of an offer changes with what pages show of prices and stock, and with nothing else', () => {
  const product = makeProduct({ variants: [makeVariant('M', 3), makeVariant('L', 40)] });
  const changed = (different: object) => hashOffer({ ...product, ...different }) !== hashOffer(product);
  expect(changed({ final_price: '1399.00' })).toBe(true);
  expect(changed({ mrp: '2099.00' })).toBe(true);
  expect(changed({ variants: [makeVariant('M', 2), makeVariant('L', 40)] })).toBe(true);
  expect(changed({ variants: [makeVariant('M', 3, '1599.00'), makeVariant('L', 40)] })).toBe(true);
  expect(changed({ variants: [makeVariant('M', 3)] })).toBe(true);
  expect(changed({ name: 'Another', variants: [makeVariant('M', 3), makeVariant('L', 41)] })).toBe(false);
  expect(hashOffer(makeProduct({ product_stock: 0 }))).not.toBe(hashOffer(makeProduct({ product_stock: 9 })));
});
