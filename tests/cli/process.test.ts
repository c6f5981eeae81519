import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { csvFile, spawnSources, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

const file = () =>
  csvFile([
    ['Handle', 'Title', 'Type', 'Variant Price', 'Variant Inventory Qty'],
    ['cap', 'Cap', 'Caps', '499', '4'],
  ]);

async function newStore(): Promise<string> {
  const dataDir = temporaryFolder();
  await store(dataDir, 'import', file(), '--no-pictures');
  return dataDir;
}

describe('in its own process', () => {
  test.each<[code: number, args: (dataDir: string) => string[], says: string]>([
    [0, () => ['import', file(), '--no-pictures'], 'Imported 1 row.'],
    [0, () => ['export'], 'Handle,'],
    [0, () => ['products'], 'Cap'],
    [0, () => ['stock', 'cap', '7'], 'cap: 4 → 7 in stock'],
    [0, () => ['orders'], 'No orders yet.'],
    [1, () => ['order', 'HT-AWEZ19Z9'], 'There is no order "HT-AWEZ19Z9"'],
    [0, () => ['coupon', 'add', 'TEN', '--percent', '10'], 'TEN can be used.'],
    [0, () => ['theme', 'show'], 'store_name'],
    [0, () => ['limits', 'show'], 'sms_per_hour'],
    [0, () => ['demo', 'end'], 'This shop is not a demo'],
    [0, (dataDir) => ['backup', join(dataDir, 'copy.db')], 'copy.db'],
    [1, (dataDir) => ['restore', join(dataDir, 'none.db')], 'There is no file'],
    [2, () => ['move', '--to', 'mysql://x/y'], '--to must be a URL'],
    [0, () => ['outbox'], 'No messages.'],
    [0, () => ['audit'], 'import'],
    [0, () => ['doctor'], 'No problems found.'],
    [0, () => ['--help'], 'Usage: store'],
    [2, () => ['sell'], "unknown command 'sell'"],
  ])('the command exits with %i: %s', async (code, args, says) => {
    const dataDir = await newStore();
    const ended = await spawnSources(dataDir, ...args(dataDir));
    expect({ ...ended, said: ended.out + ended.err }).toMatchObject({ code, said: expect.stringContaining(says) });
  });
});

test('help loads no package except the command line parser', async () => {
  const hook = join(temporaryFolder(), 'hook.mjs');
  writeFileSync(
    hook,
    `import { registerHooks } from 'node:module';
    const names = new Set();
    registerHooks({ load: (url, context, next) => {
      const name = /node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url)?.[1];
      if (name) names.add(name);
      return next(url, context);
    } });
    process.on('exit', () => console.error([...names].join()));`,
  );
  const { stderr } = await promisify(execFile)(process.execPath, [
    '--import',
    pathToFileURL(hook).href,
    join(import.meta.dirname, '../../src/cli/main.ts'),
    '--help',
  ]);
  expect(stderr.trim()).toBe('commander');
});
