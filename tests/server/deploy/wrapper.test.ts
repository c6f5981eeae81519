import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFolder } from '#server/builds/build-folder.ts';
import { csvFile, temporaryFolder } from '#tests/support/cli/run-command.ts';

const me = execFileSync('id', ['-un'], { encoding: 'utf8' }).trim();

/** A shop's folder with these settings, as an install makes it. */
function install(settings: (folder: string) => string): string {
  const folder = temporaryFolder();
  for (const name of ['src', 'package.json']) cpSync(join(projectFolder, name), join(folder, name), { recursive: true });
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, '.env'), settings(folder));
  return folder;
}

/** Calls the command `shop` in `cwd`. */
function shop(cwd: string, folder: string, ...args: string[]) {
  const { PATH, HOME, TMPDIR } = process.env;
  const env = { PATH, HOME, TMPDIR, SHOP_FOLDER: folder, SHOP_USER: me };
  const { status, stdout, stderr } = spawnSync(join(projectFolder, 'deploy/shop'), args, { cwd, env, encoding: 'utf8' });
  return { status, stdout, stderr };
}

test.each([
  ['a data folder elsewhere', (folder: string) => `DATA_DIR="${folder}/elsewhere"\n`, 'elsewhere'],
  ['a relative data folder', () => 'PORT=4321\nDATA_DIR=./my-shop\n', 'my-shop'],
  ['no settings', () => '', 'data'],
])('the command shop reads the settings of its folder, with %s', (_, settings, data) => {
  const folder = install(settings);
  const sentence = `There is no shop in ${join(folder, data)}. `;
  expect(shop('/', folder, 'orders')).toMatchObject({ status: 1, stderr: expect.stringContaining(sentence) });
});

test('the command shop finds files of the folder where it is called, and passes arguments on as they are', () => {
  const folder = install(() => '');
  const home = temporaryFolder();
  const rows = [
    ['Handle', 'Title', 'Type', 'Variant Price', 'Variant Inventory Qty'],
    ['cap', 'Cap, red', 'Caps', '499', '5'],
  ];
  csvFile(rows, 'my  "products".csv', home);
  expect(shop(home, folder, 'import', 'my  "products".csv', '--no-pictures')).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(join(folder, 'data/shop.db'))).toBe(true);
});
