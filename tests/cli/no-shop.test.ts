import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { csvFile, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

describe('in a data folder without a shop', () => {
  test.each([
    [['orders']],
    [['order', 'HT-AWEZ19Z9', '--status', 'cancelled']],
    [['products']],
    [['stock', 'cap', '3']],
    [['coupon', 'add', 'WELCOME10', '--percent', '10']],
    [['coupon', 'list']],
    [['coupon', 'end', 'WELCOME10']],
    [['outbox']],
    [['theme', 'show']],
    [['export']],
    [['backup', 'never-made.db']],
    [['move', '--to', 'postgres://127.0.0.1:9/shop']],
  ])('%j creates none and says where it looked and what to do', async (args) => {
    const dataDir = join(temporaryFolder(), 'mistyped');
    const advice = 'Set DATA_DIR to its folder, or create one: npm run store -- import products.csv, or npm run store -- demo';
    const err = `Error: There is no shop in ${dataDir}. ${advice}\n`;
    expect(await store(dataDir, ...args)).toEqual({ code: 1, out: '', err });
    expect(existsSync(dataDir)).toBe(false);
  });

  test('a new shop can start with its products or its theme', async () => {
    const file = csvFile([
      ['Handle', 'Title', 'Type', 'Variant Price'],
      ['cap', 'Cap', 'Caps', '499'],
    ]);
    for (const args of [
      ['import', file, '--no-pictures'],
      ['theme', 'set', 'store_name=Meena Stores'],
    ]) {
      const dataDir = join(temporaryFolder(), 'new', 'shop');
      expect(await store(dataDir, ...args)).toMatchObject({ code: 0, err: '' });
      expect(await store(dataDir, 'products')).toMatchObject({ code: 0, err: '' });
    }
  });
});

test('a data folder that cannot be created is reported in one line', async () => {
  const file = join(temporaryFolder(), 'file');
  writeFileSync(file, '');
  for (const dataDir of [file, join(file, 'shop'), '/proc/shop', '/proc/shop/data']) {
    const { code, err } = await store(dataDir, 'theme', 'set', 'store_name=Meena Stores');
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(/^Error: The data folder \S+ cannot be created \(.+\)\. Set DATA_DIR to another .+\n$/),
    ]);
    expect(err).toContain(`folder ${dataDir} `);
  }
});
