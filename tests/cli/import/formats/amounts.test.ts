import { describe, expect, test } from 'vitest';
import { formatFixtures, PRICE_COLUMN } from '#tests/support/cli/format-fixtures.ts';
import { parseProducts, toCsv } from '#tests/support/cli/parse-products.ts';

/** Columns that change the price. */
const OTHER_PRICE = /sale_price|sale price|discount|mrp|compare|retail/i;

/** The prices of a fixture's variants when each cell with a price is `amount`. */
async function pricesOf(name: string, amount: string): Promise<{ prices: number[]; reasons: string[] }> {
  const [header = [], ...rows] = formatFixtures[name]?.rows ?? [];
  const changed = rows.map((row) =>
    row.map((cell, place) => {
      const column = header[place] ?? '';
      if (OTHER_PRICE.test(column) && /\d/.test(cell)) return '';
      return PRICE_COLUMN.test(column) && /\d/.test(cell) && !cell.startsWith('[') ? amount : cell;
    }),
  );
  const { parsed, products } = await parseProducts(toCsv([header, ...changed.filter((row) => row[0] !== 'Rule')]));
  return {
    prices: [...new Set(products.flatMap(({ variants }) => variants.map(({ price }) => price)))],
    reasons: parsed.badRows.map(({ reason }) => reason),
  };
}

/** Systems that write prices with the decimal sign of their language. */
const DECIMAL_COMMA: Record<string, string[]> = {
  PrestaShop: ['12,34', '1.299,00', '1299,5'],
  // These write no thousands.
  WooCommerce: ['12,34', '1299,5'],
  Etsy: ['12,34', '1299,5'],
};

/** Their fixtures have prices that depend on those of other rows. */
const DEPENDENT = ['Wix', 'Magento'];

describe.each(Object.keys(formatFixtures).filter((name) => !DEPENDENT.includes(name)))('prices of %s', (name) => {
  test.each(['1299', '1299.00', '1299.0000', '₹1,299.00', '1299 INR', 'Rs. 1,299/-', '₹ 1,299 only', '१२९९', '₹१,२९९.००'])(
    '%s is read',
    async (amount) => {
      expect(await pricesOf(name, amount)).toEqual({ prices: [129_900], reasons: [] });
    },
  );

  test.each(['$12.99', '12.99 USD', 'on request'])('%s is refused', async (amount) => {
    const { prices, reasons } = await pricesOf(name, amount);
    expect(prices).toEqual([]);
    expect(reasons).toContainEqual(expect.stringContaining('must be an amount such as 1499.00'));
  });

  test.each(['12,34', '1.299,00', '1299,5'])(
    '%s with a decimal comma is read only where the system writes so',
    async (amount) => {
      const { prices, reasons } = await pricesOf(name, amount);
      const paise = { '12,34': 1234, '1.299,00': 129_900, '1299,5': 129_950 }[amount];
      const isRead = DECIMAL_COMMA[name]?.includes(amount) ?? false;
      expect(prices).toEqual(isRead ? [paise] : []);
      expect(reasons.length > 0).toBe(!isRead);
    },
  );
});

test('PrestaShop refuses what may be thousands or decimals', async () => {
  expect((await pricesOf('PrestaShop', '1,299')).reasons).toContainEqual(expect.stringContaining('more than two decimals'));
});
