import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { csvFile, emptyShop, importFiles, store } from '#tests/support/cli/run-command.ts';

/** Creates a shop with one product and no pictures. */
async function smallShop(): Promise<string> {
  const { db, dataDir } = await emptyShop();
  const header = ['Handle', 'Title', 'Type', 'Variant Price'];
  await importFiles(db, [csvFile([header, ['cap', 'Cap', 'Caps', '499']])]);
  return dataDir;
}

test('leftovers of an interrupted export do not block the next', async () => {
  const dataDir = await smallShop();
  const file = join(dataDir, 'catalogue.csv');
  writeFileSync(`${file}.unfinished`, 'half of a longer file'.repeat(1000));
  expect(await store(dataDir, 'export', file)).toMatchObject({ code: 0, err: '' });
  expect(readFileSync(file, 'utf8')).toMatch(/^\ufeffHandle,/);
  expect(readFileSync(file, 'utf8')).not.toContain('half');
  expect(readdirSync(dataDir)).not.toContain('catalogue.csv.unfinished');
});

test('unusable files and folders are reported in one line', async () => {
  const dataDir = await smallShop();
  const file = join(dataDir, 'file');
  writeFileSync(file, '');
  const folder = join(dataDir, 'folder');
  mkdirSync(folder);
  const absent = join(dataDir, 'absent', 'below');
  const csv = join(dataDir, 'catalogue.csv');
  for (const [args, reason] of [
    [['export', join(absent, 'x.csv')], `There is no folder "${absent}" for "${join(absent, 'x.csv')}"`],
    [['export', folder], `"${folder}" already exists; choose another file name`],
    [['export', csv, '--pictures', file], `The folder "${file}" cannot be created for the pictures (EEXIST`],
    [['export', csv, '--pictures', '/proc/pictures'], 'The folder "/proc/pictures" cannot be created for the pictures (ENOENT'],
    [['backup', join(absent, 'b.db')], `There is no folder "${absent}" for "${join(absent, 'b.db')}"`],
    [['theme', 'set', `terms=@${folder}`], `There is no file "${folder}" for terms`],
    [['theme', 'set', `logo=${folder}`], `there is no file "${folder}"`],
  ] as const) {
    const { code, out, err } = await store(dataDir, ...args);
    expect([args, code, out, err]).toEqual([args, 1, '', expect.stringMatching(/^Error: .+\n$/)]);
    expect(err).toContain(reason);
  }
  expect(existsSync(csv)).toBe(false);
});
