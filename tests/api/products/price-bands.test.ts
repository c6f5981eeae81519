import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPriceBands } from '#api/services/products/price-bands.ts';
import { toPaise } from '#lib/rules/money.ts';

const countPrices = (rupees: readonly number[]) => {
  const paise = rupees.map((price) => Math.round(price * 100)).sort((a, b) => a - b);
  return [...Map.groupBy(paise, (price) => price)].map(([price, same]) => ({ price, count: same.length }));
};

const describeBands = (rupees: readonly number[]): string[] =>
  toPriceBands(countPrices(rupees)).map(({ min = '', max = '', count }) => `${min}–${max}: ${count}`);

test('bands end at round rupees, and the next begins a rupee above', () => {
  const prices = [199, 299, 399, 499, 500, 599, 799, 899, 999, 1000, 1199, 1299, 1399, 1499, 1999, 2499, 2999, 4999];
  expect(describeBands(prices)).toEqual(['–500.00: 5', '501.00–1000.00: 5', '1001.00–2000.00: 5', '2001.00–: 3']);
});

test('a band begins a paisa above where a product costs less than a rupee more', () => {
  expect(describeBands([100, 100.5, 200, 300, 400])).toContain('100.01–200.00: 2');
});

test('products of one price, or none, have no bands', () => {
  expect(describeBands([])).toEqual([]);
  expect(describeBands([0, 0])).toEqual([]);
  expect(describeBands([499, 499, 499])).toEqual([]);
});

test('each product is in one band, no band is empty, and there are at most six', () => {
  const price = fc.oneof(
    fc.integer({ min: 0, max: 9_000 }),
    fc.integer({ min: 1, max: 900_000 }).map((paise) => paise / 100),
  );
  fc.assert(
    fc.property(fc.array(price, { maxLength: 60 }), (rupees) => {
      const bands = toPriceBands(countPrices(rupees));
      expect(bands.length).not.toBe(1);
      expect(bands.length).toBeLessThanOrEqual(6);
      if (bands.length === 0) return;
      const [low, high] = [bands.map(({ min }) => toPaise(min ?? '0')), bands.map(({ max }) => (max ? toPaise(max) : Infinity))];
      const counts = low.map((from, i) =>
        rupees.filter((one) => Math.round(one * 100) >= from && Math.round(one * 100) <= (high[i] ?? 0)),
      );
      expect(counts.map(({ length }) => length)).toEqual(bands.map(({ count }) => count));
      expect(bands.reduce((sum, { count }) => sum + count, 0)).toBe(rupees.length);
      expect(bands.every(({ count }) => count > 0)).toBe(true);
    }),
  );
});

test('prices from 100 to 9,000 have four bands at least', () => {
  const spread = fc.integer({ min: 0, max: 99 }).map((more) => Array.from({ length: 40 }, (_, i) => 100 + more + i * 225));
  fc.assert(
    fc.property(spread, (rupees) => {
      expect(toPriceBands(countPrices(rupees)).length).toBeGreaterThanOrEqual(4);
    }),
  );
});
