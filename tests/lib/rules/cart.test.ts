import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CartItem } from '#lib/contract/cart.ts';
import {
  cartPaise,
  cartSavings,
  clampQuantity,
  countAddableUnits,
  countUnits,
  isOrderable,
  lineKey,
  linePaise,
  lineStock,
  putLine,
  removeLine,
  updateLine,
} from '#lib/rules/cart/cart.ts';
import { makeItem } from '#tests/lib/cart-item.ts';

const item = fc
  .tuple(
    fc.integer({ min: 1, max: 4 }),
    fc.constantFrom(undefined, 'S', 'M'),
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 0, max: 9 }),
  )
  .map((parts) => makeItem(...parts));
const cart = fc
  .array(item, { maxLength: 12 })
  .map((items) =>
    items.reduce<readonly CartItem[]>(
      (lines, one) => putLine({ ...one, quantity: clampQuantity(one.quantity, lineStock(one)) })(lines),
      [],
    ),
  );

test('a cart line is a product and its variant', () => {
  expect(lineKey(makeItem(1, 'M', 1, 1))).not.toBe(lineKey(makeItem(1, 'S', 1, 1)));
  expect(lineKey(makeItem(1, undefined, 1, 1))).toBe(lineKey({ product_id: 1 }));
});

test('lines stay distinct, and each holds from 1 to the smaller of its stock and 5', () => {
  fc.assert(
    fc.property(cart, (items) => {
      expect(new Set(items.map(lineKey)).size).toBe(items.length);
      for (const line of items) {
        expect(line.quantity).toBeGreaterThanOrEqual(1);
        expect(line.quantity).toBeLessThanOrEqual(Math.max(1, Math.min(lineStock(line), 5)));
      }
    }),
  );
});

test('putting the same variant replaces its line in its place, and putting another leaves it alone', () => {
  const two = [makeItem(1, 'M', 2, 9), makeItem(1, 'S', 1, 9)];
  expect(putLine(makeItem(1, 'M', 4, 9))(two).map(({ quantity }) => quantity)).toEqual([4, 1]);
  expect(putLine(makeItem(2, 'S', 3, 9), 1)(two).map(({ quantity }) => quantity)).toEqual([2, 3, 1]);
  fc.assert(
    fc.property(cart, item, (items, added) => {
      const others = (list: readonly CartItem[]) => list.filter((line) => lineKey(line) !== lineKey(added));
      expect(others(putLine(added)(items))).toEqual(others(items));
    }),
  );
});

test('a quantity is set within its bounds', () => {
  fc.assert(
    fc.property(cart, item, fc.integer({ min: -3, max: 12 }), (items, { product_id, selected_variant }, quantity) => {
      const key = lineKey({ product_id, selected_variant });
      const line = updateLine(key, () => ({ quantity }))(items).find((one) => lineKey(one) === key);
      const before = items.find((one) => lineKey(one) === key);
      expect(line?.quantity).toBe(before && clampQuantity(quantity, lineStock(before)));
    }),
  );
});

test('removing takes out one line only, and no function mutates its cart', () => {
  fc.assert(
    fc.property(cart, item, (items, { product_id, selected_variant }) => {
      const before = structuredClone(items);
      const key = lineKey({ product_id, selected_variant });
      expect(removeLine(key)(items)).toEqual(items.filter((line) => lineKey(line) !== key));
      updateLine(key, (line) => ({ quantity: line.quantity + 1 }))(items);
      expect(items).toEqual(before);
    }),
  );
});

test('the amount that can be added is the smaller of stock and 5, less the amount in the cart', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50 }), fc.integer({ min: 0, max: 50 }), (stock, inCart) => {
      const more = countAddableUnits(stock, inCart);
      expect(more).toBeGreaterThanOrEqual(0);
      if (more > 0) expect(inCart + more).toBe(Math.min(stock, 5));
    }),
  );
});

test('the total is the sum of the lines, with the variant’s price where there is one', () => {
  const items = [makeItem(1, 'M', 2, 9), makeItem(2, undefined, 3, 9)];
  expect([items.map(linePaise), cartPaise(items), countUnits(items)]).toEqual([[24_100, 30_000], 54_100, 5]);
  expect([cartPaise([]), countUnits([])]).toEqual([0, 0]);
});

test('a sold-out line is in no total', () => {
  const items = [
    { ...makeItem(1, 'M', 2, 9), mrp: '150.00' },
    { ...makeItem(2, undefined, 1, 0), mrp: '150.00' },
  ];
  expect([cartPaise(items), cartSavings(items), countUnits(items)]).toEqual([24_100, 5_900, 3]);
  expect(items.map(isOrderable)).toEqual([true, false]);
});
