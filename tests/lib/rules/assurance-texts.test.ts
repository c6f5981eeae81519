import { expect, test } from 'vitest';
import { assuranceLines } from '#lib/rules/assurance-texts.ts';

test('a shop says of every order what its settings say of every order', () => {
  expect(
    assuranceLines({ payment_methods: ['cod', 'prepaid'], return_days: 7, shipping: { charge: '49.00', free_from: '999.00' } }),
  ).toEqual(['Free shipping over ₹999.00', 'Cash on delivery available', '7-day returns']);
});

test('nothing is said of cash on delivery where the pincode decides, or where the store names no way to pay', () => {
  const zones = { charge: '49.00', by_pincode: true, same_everywhere: true };
  expect(assuranceLines({ payment_methods: ['cod'], shipping: zones })).toEqual(['Shipping ₹49.00']);
  expect(assuranceLines({ payment_methods: ['prepaid'] })).toEqual(['Free shipping on every order']);
  expect(assuranceLines({})).toEqual(['Free shipping on every order']);
});

test.each([undefined, 0, -1])('%s days for returns are not said', (return_days) => {
  expect(assuranceLines({ return_days })).toEqual(['Free shipping on every order']);
});
