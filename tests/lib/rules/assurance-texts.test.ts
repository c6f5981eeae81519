import { expect, test } from 'vitest';
import { assuranceLines } from '#lib/rules/assurance-texts.ts';

test('a shop says of every order what its settings say of every order', () => {
  const shipping = { charge: '49.00', free_from: '999.00', cod_fee: '30.00' };
  expect(assuranceLines({ payment_methods: ['cod', 'prepaid'], return_days: 7, shipping })).toEqual([
    'Shipping ₹49.00, free over ₹999.00',
    'Cash on delivery available, fee ₹30.00',
    '7-day returns',
  ]);
});

test('nothing is said of cash on delivery where the store does not name it as a way to pay', () => {
  expect(assuranceLines({ payment_methods: ['prepaid'] })).toEqual(['Free shipping on every order']);
  expect(assuranceLines({})).toEqual(['Free shipping on every order']);
});

test('where the pincode decides, its quote says what holds there', () => {
  const store = { payment_methods: ['cod' as const], return_days: 7, shipping: { charge: '150.00', by_pincode: true } };
  expect(assuranceLines(store)).toEqual(['Shipping up to ₹150.00', 'Cash on delivery depends on the pincode', '7-day returns']);
  const quote = { served: true, shipping: { charge: '40.00', cod_fee: '25.00' }, cod: true };
  expect(assuranceLines(store, quote)).toEqual(['Shipping ₹40.00', 'Cash on delivery available, fee ₹25.00', '7-day returns']);
  expect(assuranceLines(store, { served: true, shipping: { charge: '0.00' } })[0]).toBe('Free shipping');
  expect(assuranceLines(store, { served: true, cod: false })).toEqual([
    'Shipping up to ₹150.00',
    'Cash on delivery is not available for this pincode',
    '7-day returns',
  ]);
});

test.each([undefined, 0, -1])('%s days for returns are not said', (return_days) => {
  expect(assuranceLines({ return_days })).toEqual(['Free shipping on every order']);
});
