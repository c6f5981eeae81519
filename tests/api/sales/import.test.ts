import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { importCatalogue } from '#api/services/import/import-catalogue.ts';
import { undoLastImport } from '#api/services/import/undo/undo-import.ts';
import { createReferenceSource } from '#api/services/pictures/picture-source.ts';
import { findVariants, listSales, setSales } from '#api/services/sales/edit-sales.ts';
import { applyAllDueSales } from '#api/workers/sale-clock.ts';
import { csvFile, textFile } from '#tests/support/cli/run-command.ts';
import { openShop, type TestShop } from '#tests/support/store/test-store.ts';

let shop: TestShop;
beforeEach(async () => {
  vi.useRealTimers();
  shop = await openShop();
  await shop.store.stopWorkers();
  await at('2026-11-30T12:00');
});
afterEach(async () => {
  vi.useRealTimers();
  await shop.close();
});

/** Sets the Indian time, and begins and ends the sales of the shop. */
async function at(time: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${time}+05:30`) });
  await applyAllDueSales(shop.store.db);
}

const saleColumns = ['Sale Price', 'Sale Starts', 'Sale Ends'];
const header = ['Handle', 'Title', 'Variant Price', 'Variant Compare At Price', ...saleColumns];
const pot = (price: string, compareAt: string, ...sale: string[]) => ['pot', 'Pot', price, compareAt, ...sale];

const bring = (rows: string[][], options: { dryRun?: boolean; columns?: string[] } = {}) => {
  const { columns = header, ...more } = options;
  // Each import is known by the time of its start.
  vi.setSystemTime(Date.now() + 1000);
  return importCatalogue(shop.store.db, [csvFile([columns, ...rows])], { pictures: createReferenceSource(), ...more });
};
const prices = async (slug = 'pot') => {
  const [variant] = await findVariants(shop.store.db, slug);
  const product = await shop.store.db.selectFrom('product').select(['price', 'mrp']).where('slug', '=', slug).executeTakeFirst();
  expect(product?.price).toBe(variant?.price);
  return `${(variant?.price ?? 0) / 100} of ${(product?.mrp ?? 0) / 100}`;
};
const sales = async () =>
  (await listSales(shop.store.db)).map(({ sale: { price, startsAt, endsAt } }) => [price / 100, startsAt, endsAt]);

const december = ['2026-11-30T18:30:00.000Z', '2026-12-05T18:29:59.000Z'];

describe('the columns of a sale', () => {
  test('are read in Indian time: a day begins at its start and ends at its end', async () => {
    await bring([pot('899', '', '699', '1 Dec 2026', '2026-12-05')]);
    expect(await sales()).toEqual([[699, ...december]]);
    expect(await prices()).toBe('899 of 899');
    await at('2026-12-01T00:00');
    expect(await prices()).toBe('699 of 899');
    await at('2026-12-05T23:59:59');
    expect(await prices()).toBe('899 of 899');
  });

  test('may have times, a zone, and only one of the dates', async () => {
    await bring([
      pot('899', '999', '699', '2026-12-01 09:30', '2026-12-05 16:00:00 UTC'),
      ['jug', 'Jug', '500', '', '400', '', '2026-12-05'],
      ['cup', 'Cup', '50', '', '40', '2026-12-01', ''],
    ]);
    expect(await sales()).toEqual([
      [40, december[0], null],
      [400, null, december[1]],
      [699, '2026-12-01T04:00:00.000Z', '2026-12-05T16:00:00.000Z'],
    ]);
    expect(await prices('jug')).toBe('400 of 500');
    await at('2026-12-06T00:00');
    expect(await prices('jug')).toBe('500 of 500');
    expect(await prices('cup')).toBe('40 of 50');
  });

  test('without dates say the price, and the regular one is the compare-at price', async () => {
    await bring([pot('899', '', '699', '', '')]);
    expect(await prices()).toBe('699 of 899');
    expect(await sales()).toEqual([]);
    await bring([pot('899', '999', '699', '', '')]);
    expect(await prices()).toBe('699 of 999');
    await bring([pot('899', '', '899', '', '')]);
    expect(await prices()).toBe('899 of 899');
  });

  test.each([
    ['above the price', ['999', '2026-12-01', ''], 'Sale Price', 'must not be above the price'],
    ['of nothing', ['0', '2026-12-01', ''], 'Sale Price', 'must be more than zero'],
    ['that ends before it begins', ['699', '2026-12-05', '2026-12-01'], 'Sale Ends', 'must be after the start of the sale'],
    [
      'with an unclear date',
      ['699', '01/12/2026', ''],
      'Sale Starts',
      'must be a date such as 2026-11-28 or 28 Nov 2026, but is "01/12/2026"',
    ],
  ])('with a sale %s make a bad row', async (_, cells, column, reason) => {
    const { outcome, badRows } = await bring([pot('899', '', ...cells)]);
    expect(outcome).not.toBe('imported');
    expect(badRows).toEqual([expect.objectContaining({ line: 2, column, reason })]);
  });

  test('that are empty end a sale, and keep it when the file does not have them', async () => {
    await bring([pot('899', '', '699', '2026-11-01', '2026-12-05')]);
    expect(await prices()).toBe('699 of 899');
    const { changes } = await bring([['pot', 'Pot', '950']], { columns: header.slice(0, 3), dryRun: true });
    expect(changes).toEqual([{ slug: 'pot', change: 'changed', details: ['price 899 → 950'] }]);
    // The file's price is the regular one.
    await bring([['pot', 'Pot', '950']], { columns: header.slice(0, 3) });
    expect(await prices()).toBe('699 of 950');
    await at('2026-12-06T00:00');
    expect(await prices()).toBe('950 of 950');
    await bring([pot('950', '', '699', '2026-11-01', '2026-12-31')]);
    expect(await prices()).toBe('699 of 950');
    await bring([pot('950', '', '', '', '')]);
    expect(await prices()).toBe('950 of 950');
  });

  test('are named by a dry run', async () => {
    await bring([pot('899', '', '', '', '')]);
    const details = async (...cells: string[]) => (await bring([pot('899', '', ...cells)], { dryRun: true })).changes[0]?.details;
    expect(await details('699', '2026-12-01', '2026-12-05')).toEqual(['sale 699 from 1 Dec 2026 to 5 Dec 2026']);
    await bring([pot('899', '', '699', '2026-12-01', '2026-12-05')]);
    expect(await details('649', '2026-12-01 09:30', '')).toEqual([
      'sale 699 from 1 Dec 2026 to 5 Dec 2026 → 649 from 1 Dec 2026, 9:30 am',
    ]);
    expect(await details('', '', '')).toEqual(['sale removed']);
  });

  test('of a sale that is over are ignored, however often they are imported', async () => {
    const rows = [pot('899', '', '699', '2026-11-01', '2026-11-05')];
    await bring(rows);
    expect(await prices()).toBe('899 of 899');
    expect((await bring(rows)).products).toMatchObject({ changed: 0, unchanged: 1 });
  });
});

describe('while a sale runs', () => {
  const running = [pot('899', '', '699', '2026-11-01', '2026-12-05')];
  beforeEach(() => bring(running));

  test('the same file changes nothing', async () => {
    expect((await bring(running)).products).toMatchObject({ changed: 0, unchanged: 1 });
    await at('2026-12-06T00:00');
    expect((await bring(running)).products).toMatchObject({ changed: 0, unchanged: 1 });
    expect(await prices()).toBe('899 of 899');
  });

  test('a price at or below the sale price ends the sale', async () => {
    const options = { columns: header.slice(0, 3) };
    const { changes } = await bring([['pot', 'Pot', '650']], { ...options, dryRun: true });
    expect(changes[0]?.details).toEqual(['price 899 → 650, sale removed']);
    await bring([['pot', 'Pot', '650']], options);
    expect(await prices()).toBe('650 of 650');
  });

  test('taking back an import of another price leaves the sale and puts the regular price back', async () => {
    await bring([['pot', 'Pot', '950']], { columns: header.slice(0, 3) });
    expect(await undoLastImport(shop.store.db)).toMatchObject({ outcome: 'undone', kept: [] });
    expect(await prices()).toBe('699 of 899');
    expect(await sales()).toHaveLength(1);
    await at('2026-12-06T00:00');
    expect(await prices()).toBe('899 of 899');
  });

  test('taking back an import of another sale restores the one before, unless it is over', async () => {
    await bring([pot('899', '', '599', '2026-11-01', '2026-12-02')]);
    expect(await prices()).toBe('599 of 899');
    await at('2026-12-03T00:00');
    expect(await prices()).toBe('899 of 899');
    expect(await undoLastImport(shop.store.db)).toMatchObject({ outcome: 'undone', kept: [] });
    expect(await prices()).toBe('699 of 899');
    await at('2026-12-06T00:00');
    expect(await prices()).toBe('899 of 899');
  });

  test('taking back the import that began it, or after its end, leaves the regular price', async () => {
    await bring([pot('899', '', '', '', '')]);
    await bring(running);
    await at('2026-12-06T00:00');
    expect(await undoLastImport(shop.store.db)).toMatchObject({ outcome: 'undone', kept: [] });
    expect(await prices()).toBe('899 of 899');
    expect(await sales()).toEqual([]);
  });

  test('a sale that the owner has set since an import stays when that is taken back', async () => {
    await bring([pot('899', '', '649', '2026-11-01', '2026-12-05')]);
    await shop.change(async (tx) =>
      setSales(tx, await findVariants(tx, 'pot'), { price: 59_900, startsAt: null, endsAt: december[1] ?? null }),
    );
    expect(await undoLastImport(shop.store.db)).toMatchObject({
      kept: [{ slug: 'pot', text: 'sale was edited since and stays' }],
    });
    expect(await prices()).toBe('599 of 899');
  });
});

test('an export has regular prices and sales, and its import into an empty shop makes the same one', async () => {
  await bring([
    pot('899', '999', '699', '2026-11-01', '2026-12-05'),
    ['jug', 'Jug', '500', '', '400', '2026-12-01 09:30', ''],
    ['cup', 'Cup', '50', '', '', '', ''],
    ['lid', 'Lid', '50', '', '40', '', ''],
  ]);
  const exported = async ({ store }: TestShop) => {
    let text = '';
    await exportCatalogue(store.db, async (part) => {
      text += part;
    });
    return text;
  };
  const text = await exported(shop);
  expect(text).toContain('899.00,999.00,699.00,2026-11-01 00:00:00,2026-12-05 23:59:59');
  const other = await openShop();
  try {
    await other.store.stopWorkers();
    await importCatalogue(other.store.db, [textFile(text)], { pictures: createReferenceSource() });
    expect(await exported(other)).toBe(text);
    expect(await listSales(other.store.db)).toEqual(await listSales(shop.store.db));
  } finally {
    await other.close();
  }
});
