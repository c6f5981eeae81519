import { describe, expect, test } from 'vitest';
import { parsePrice } from '#api/services/import/read/parse-price.ts';
import { csvFile, emptyShop, importFiles, readProducts } from '#tests/support/cli/run-command.ts';

describe('a price is read as its owner wrote it', () => {
  test.each([
    ['1299', 129_900],
    ['1299 INR', 129_900],
    ['1299inr', 129_900],
    ['MRP 499', 49_900],
    ['M.R.P. ₹ 499/-', 49_900],
    ['MRP: Rs. 499', 49_900],
    ['₹1299 only', 129_900],
    ['Rs 1,299/- Only', 129_900],
    ['1,299.50 Rs.', 129_950],
    ['Rupees 1299', 129_900],
    ['१४९९', 149_900],
    ['₹१,४९९.५०', 149_950],
    ['১৪৯৯', 149_900],
    ['௧௪௯௯', 149_900],
    ['۱۴۹۹', 149_900],
    ['１４９９', 149_900],
    ['1,10,990', 11_099_000],
    ['12,34,567', 123_456_700],
    ['12,345', 1_234_500],
    ['1,499.00', 149_900],
    ['Rs. 1,299/-', 129_900],
    ['INR 650', 65_000],
  ])('%s', (cell, paise) => expect(parsePrice(cell)).toBe(paise));

  test.each(['12,34', '99,50', '1.499,00', '1499,5', '1,2345', '1,00,00', '१२,३४', ',50', '1,499,00'])(
    '%s may be another amount and is refused',
    (cell) => expect(parsePrice(cell)).toEqual({ error: expect.stringContaining(`but is "${cell}"`) }),
  );

  test.each(['1299+GST', '$12.99', 'Free', '1 299', '1299-1499', 'MRP', '', 'only', '€10'])('%s is no price', (cell) =>
    expect(parsePrice(cell)).toEqual({ error: expect.stringContaining('must be an amount such as 1499.00') }),
  );
});

test.each([
  ['1,200', 1200],
  ['1,00,000', 100_000],
  ['१२', 12],
  ['7.00', 7],
  ['-3', 0],
])('the quantity %s is read like a price', async (cell, stock) => {
  const { db } = await emptyShop();
  await importFiles(db, [
    csvFile([
      ['Handle', 'Title', 'Variant Price', 'Variant Inventory Qty'],
      ['nail', 'Nails', '1,499.00', cell],
    ]),
  ]);
  expect((await readProducts(db))[0]?.variants[0]).toMatchObject({ price: 149_900, stock });
});

test.each(['12,34', '1.5', 'ten'])('the quantity %s is refused', async (cell) => {
  const { db } = await emptyShop();
  const { outcome } = await importFiles(db, [
    csvFile([
      ['Handle', 'Title', 'Variant Price', 'Variant Inventory Qty'],
      ['nail', 'Nails', '10', cell],
    ]),
  ]);
  expect(outcome).toBe('refused');
});
