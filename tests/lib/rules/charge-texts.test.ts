import { expect, test } from 'vitest';
import { describeCharges, shippingPrice, shippingPromise } from '#lib/rules/charge-texts.ts';
import { toCharges } from '#lib/rules/charges.ts';

test.each([
  [undefined, 'Free shipping on every order', 'Free', 'Shipping is free.'],
  [{ charge: '49.00' }, 'Shipping ₹49.00', '₹49.00', 'Shipping ₹49.00.'],
  [
    { charge: '49.00', free_from: '499.00' },
    'Free shipping over ₹499.00',
    '₹49.00, free over ₹499.00',
    'Shipping ₹49.00, free over ₹499.00.',
  ],
  [
    { charge: '0.00', cod_fee: '30.00' },
    'Free shipping on every order',
    'Free',
    'Shipping is free. Cash on delivery fee ₹30.00.',
  ],
])('charges of %j are promised, priced and described', (shipping, promise, price, sentences) => {
  const charges = toCharges(shipping);
  expect([shippingPromise(charges), shippingPrice(charges), describeCharges(charges)]).toEqual([promise, price, sentences]);
});
