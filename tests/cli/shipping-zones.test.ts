import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { csvFile, emptyShop, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

const header = [
  'Zone',
  'Pincodes',
  'States',
  'Days',
  'Order From',
  'Grams From',
  'Charge',
  'Free From',
  'COD',
  'COD Fee',
  'COD Up To',
];
const rows = [
  header,
  ['City', '560* 562123', '', '1-2', '', '', '49', '499', 'yes', '30', '5000'],
  ['South', '', 'Karnataka, tamil nadu', '3 to 5', '', '0', '79', '', 'yes', '', ''],
  ['South', '', '', '', '', '1001', '1,199.50', '', '', '', ''],
  ['Islands', '744', '', '', '', '', '150', '', 'no', '', ''],
];

async function newShop(...table: string[][]) {
  const { dataDir } = await emptyShop();
  const run = (...args: string[]) => store(dataDir, 'shipping', ...args);
  return { run, load: (...flags: string[]) => run('import', csvFile(table, 'zones.csv'), ...flags) };
}
const json = (out: string) => JSON.parse(out) as Record<string, unknown>;

test('zones are imported, shown for a pincode by the closest area, and exported as they were', async () => {
  const { run, load } = await newShop(...rows);
  expect((await run('show', '560001')).out).toContain('has no shipping zones');
  const loaded = await load();
  expect(loaded).toMatchObject({ code: 0, err: '' });
  expect(loaded.out).toContain('3 added: City, South, Islands');
  const city = (await run('show', '560001')).out;
  expect(city).toContain('Zone: City\nShipping: ₹49.00; free from ₹499.00\nDays: 1 to 2, by ');
  expect(city).toContain('Cash on delivery: yes, fee ₹30.00, up to ₹5,000.00');
  expect((await run('show')).out).toContain(
    'The shipping zones charge instead of these.\nShoppers read: Shipping up to ₹1,199.50.',
  );
  expect((await run('show', '570001')).out).toContain('Zone: South\nShipping: ₹79.00, ₹1,199.50 from 1001 g');
  expect((await run('show', '744101')).out).toContain('Cash on delivery: no');
  expect((await run('show', '110001')).out).toContain('110001 is not served');
  expect(json((await run('show', '110001', '--json')).out)).toMatchObject({ served: false, zone: null });
  const file = join(temporaryFolder(), 'out.csv');
  expect(await run('export', file)).toMatchObject({ code: 0 });
  expect(readFileSync(file, 'utf8')).toContain('City,560 562123,,1 to 2,0.00,,49.00,499.00,yes,30.00,5000.00');
  expect((await run('import', file)).out).toContain('No zone changes.');
});

test('a dry run names what changes and saves nothing', async () => {
  const { run, load } = await newShop(...rows);
  await load();
  const changed = csvFile([
    header,
    ['City', '560', '', '1', '', '', '0', '', '', '', ''],
    ['North', '', '*', '', '', '', '99', '', '', '', ''],
  ]);
  const dry = await run('import', changed, '--dry-run', '--json');
  expect(json(dry.out)).toEqual({ zones: 2, dry_run: true, added: ['North'], changed: ['City'], removed: ['South', 'Islands'] });
  expect((await run('show', '110001')).out).toContain('not served');
  await run('import', changed);
  expect((await run('show', '110001')).out).toContain('Zone: North');
  expect((await run('import', csvFile([header]))).out).toContain('2 removed: City, North');
});

test('every wrong row is named, and nothing is changed', async () => {
  const { run, load } = await newShop(
    header,
    ['A', '56x00 5600011', 'Atlantis', '4-2', '', '', 'free', '', 'maybe', '', ''],
    ['B', '560', '', '', '100', '', '10', '', 'no', '5', ''],
    ['C', '560', '', '', '5', '5', '10', '', '', '', ''],
    ['', '561', '', '', '', '', '', '', '', '', ''],
    ['D', '', '', '', '', '', '10', '', '', '', ''],
    ['E', '57', '', '', '', '', '10', '', '', '', ''],
    ['E', '58', '', '', '', '', '20', '', '', '', ''],
  );
  const { code, err } = await load();
  expect(code).toBe(1);
  for (const sentence of [
    'Nothing was changed:',
    'line 2: Pincodes must be pincodes or their first digits, such as "560001 57*", but has "56x00"',
    'line 2: States must be names of States, or * for everywhere else, but has "Atlantis"',
    'line 2: Days must be working days',
    'line 2: Charge must be an amount',
    'line 2: COD must be "yes" or "no"',
    'line 3: Charge must also be set for the smallest orders',
    'line 3: COD is "no"',
    'line 4: Pincodes has "560", which is already in the zone B',
    'line 4: Grams From and Order From cannot both be set',
    'line 5: Zone must be a name',
    'line 6: Pincodes or States must be set',
    'line 8: Charge is set twice',
  ])
    expect(err).toContain(sentence);
  expect((await run('show', '560001')).out).toContain('has no shipping zones');
});

test('dispatch times are set, shown and reset', async () => {
  const { run } = await newShop();
  const saved = await run('dispatch', 'cut_off=14', 'closed_days=Sun', 'closed_dates=2026-12-25,2026-10-20', '--json');
  expect(json(saved.out)).toEqual({ cut_off: 14, closed_days: ['sun'], closed_dates: ['2026-10-20', '2026-12-25'] });
  await run('dispatch', 'cut_off=');
  expect(json((await run('dispatch', '--json')).out)).toMatchObject({ cut_off: null, closed_days: ['sun'] });
  expect((await run('dispatch', 'cut_off=25')).err).toContain('cut_off must be an hour from 1 to 23');
  expect((await run('dispatch', 'closed_dates=2026-02-30')).err).toContain('but has "2026-02-30"');
  expect((await run('dispatch', 'closed_days=sun,mon,tue,wed,thu,fri,sat')).err).toContain('must leave one day open');
});
