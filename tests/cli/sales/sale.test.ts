import { expect, test } from 'vitest';
import { DAY_MS, isoFromNow } from '#lib/rules/durations.ts';
import { csvFile, emptyShop, importFiles, store } from '#tests/support/cli/run-command.ts';

const day = (days: number): string => isoFromNow(days * DAY_MS).slice(0, 10);

async function shopWithShirts() {
  const { db, dataDir } = await emptyShop();
  const rows = [
    ['Handle', 'Title', 'Option1 Value', 'Variant SKU', 'Variant Price', 'Variant Inventory Qty'],
    ['shirt', 'Shirt', 'M', 'S-M', '899', '5'],
    ['shirt', '', 'XL / Tall', 'S-XL', '999', '5'],
    ['cap', 'Cap', 'Default Title', 'TWICE', '100', '5'],
    ['hat', 'Hat', 'Default Title', 'TWICE', '100', '5'],
  ];
  await importFiles(db, [csvFile(rows)]);
  const prices = async () => {
    const found = await db.selectFrom('variant').select(['sku', 'price']).orderBy('id').execute();
    return Object.fromEntries(found.map(({ sku, price }) => [sku, price / 100]));
  };
  return { dataDir, prices, sale: (...args: string[]) => store(dataDir, 'sale', ...args) };
}

test('the command sets, lists and ends sale prices of products and variants', async () => {
  const { prices, sale, dataDir } = await shopWithShirts();
  expect((await sale('list')).out).toContain('No sale prices.');
  expect((await sale('set', 'shirt', '699', '--until', day(3))).out).toContain('shirt (2 variants): 699.00 from now until');
  expect(await prices()).toEqual({ 'S-M': 699, 'S-XL': 699, TWICE: 100 });
  expect((await sale('set', 'shirt/xl / tall', '649')).out).toContain('shirt/XL / Tall: 649.00 from now.');
  expect((await sale('set', 'S-M', '599', '--from', `${day(2)} 09:30`, '--until', day(3))).code).toBe(0);
  expect(await prices()).toEqual({ 'S-M': 899, 'S-XL': 649, TWICE: 100 });
  expect(JSON.parse((await sale('list', '--json')).out)).toEqual([
    {
      handle: 'shirt',
      variant: 'M',
      sku: 'S-M',
      price: '899.00',
      sale_price: '599.00',
      starts_at: `${day(2)}T04:00:00.000Z`,
      ends_at: `${day(3)}T18:29:59.000Z`,
      state: 'not yet',
    },
    expect.objectContaining({
      sku: 'S-XL',
      price: '999.00',
      sale_price: '649.00',
      starts_at: null,
      ends_at: null,
      state: 'open',
    }),
  ]);
  expect((await sale('list')).out).toMatch(/shirt {2,}M .*599\.00 .*09:30 .*23:59 .*not yet/);
  expect((await sale('end', 'shirt')).out).toContain('shirt (2 variants): the regular price counts again');
  expect(await prices()).toEqual({ 'S-M': 899, 'S-XL': 999, TWICE: 100 });
  expect((await sale('end', 'shirt')).err).toContain('"shirt" has no sale price');
  const events = JSON.parse((await store(dataDir, 'audit', '--json')).out) as {
    action: string;
    subject: string;
    detail: object;
  }[];
  const ofSales = events.filter(({ action }) => action.startsWith('sale'));
  expect(ofSales.map(({ action, subject, detail }) => [action, subject, detail]).reverse()).toEqual([
    ['sale set', 'shirt', { paise: '69900', until: day(3), outcome: 'done' }],
    ['sale set', 'shirt/xl / tall', { paise: '64900', outcome: 'done' }],
    ['sale set', 'S-M', { paise: '59900', from: `${day(2)} 09:30`, until: day(3), outcome: 'done' }],
    ['sale end', 'shirt', { outcome: 'done' }],
    ['sale end', 'shirt', { outcome: 'failed' }],
  ]);
}, 60_000);

test('the command refuses what is unclear, and then changes nothing', async () => {
  const { prices, sale } = await shopWithShirts();
  const refused = async (...args: string[]) => (await sale('set', ...args)).err;
  expect(await refused('sock', '99')).toContain('No product or variant on sale is called "sock"');
  expect(await refused('shirt/S', '99')).toContain('No product or variant on sale is called "shirt/S"');
  expect(await refused('TWICE', '99')).toContain('Several products have the SKU "TWICE": cap, hat');
  expect(await refused('shirt', '950')).toContain('must be below the price of shirt/M, which is 899.00');
  expect(await refused('shirt', '0')).toContain('must be more than 0');
  expect(await refused('shirt', '699', '--until', '2020-01-01')).toContain('--until is in the past');
  expect(await refused('shirt', '699', '--from', day(3), '--until', day(2))).toContain('--until must be after --from');
  expect(await refused('shirt', '699', '--from', '01/12/2026')).toContain('--from must be a date such as');
  expect(await refused('shirt', 'half')).toContain('must be an amount in rupees');
  expect(await prices()).toEqual({ 'S-M': 899, 'S-XL': 999, TWICE: 100 });
}, 60_000);
