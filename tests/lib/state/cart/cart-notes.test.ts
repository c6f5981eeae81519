import { expect, test } from 'vitest';
import { noLongerAvailable, onlyLeft, soldOut } from '#lib/contract/messages/failures.ts';
import { cartSavings, lineSavings } from '#lib/rules/cart/cart.ts';
import { describeChanges, lineNote } from '#lib/state/cart/cart-notes.ts';
import { makeItem } from '#tests/lib/cart-item.ts';

test('a line whose price has changed says from what to what, and one that went up says nothing of savings', () => {
  const before = { ...makeItem(1, undefined, 2, 9), mrp: '1299.00', final_price: '899.00' };
  const at = (final_price: string) => ({ ...before, final_price });
  expect(describeChanges(before, at('999.00'))).toBe('Price went up from ₹899.00 to ₹999.00.');
  expect(describeChanges(before, at('799.50'))).toBe('Price went down from ₹899.00 to ₹799.50.');
  expect(describeChanges(before, { ...at('999.00'), product_stock: 1 })).toBe(
    'Price went up from ₹899.00 to ₹999.00. Only 1 left, quantity lowered',
  );
  expect(describeChanges(at('0.00'), { ...before, product_stock: 1 })).toBe(
    'Price is now ₹899.00. Only 1 left, quantity lowered',
  );
  const told = (final_price: string) => ({ ...at(final_price), message: describeChanges(before, at(final_price)) });
  expect([told('999.00'), told('799.00')].map(lineSavings)).toEqual([0, 100_000]);
  expect(cartSavings([told('999.00'), at('999.00')])).toBe(60_000);
});

test('a line’s note does not repeat its name, and says what to do where it stops the checkout', () => {
  const line = makeItem(1, 'M', 4, 2);
  const noteOf = (message: string) => lineNote({ ...line, message });
  expect(noteOf(soldOut('Product 1'))).toBe('Sold out. Remove it to check out.');
  expect(noteOf(noLongerAvailable('Product 1'))).toBe('No longer available. Remove it to check out.');
  expect(noteOf(onlyLeft('Product 1', 2))).toBe('Only 2 left');
  expect(noteOf('Price is now ₹99.00')).toBe('Price is now ₹99.00');
  expect(lineNote(line)).toBeUndefined();
});
