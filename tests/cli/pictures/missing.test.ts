import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { csvFile, store, storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';

const header = ['Handle', 'Title', 'Type', 'Variant Price', 'Image Src'];

/** Imports two products; the pictures of the second are missing. */
async function importTwo() {
  const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
  const add = async (name: string, background: string) =>
    writeFileSync(
      join(folder, name),
      await sharp({ create: { width: 60, height: 80, channels: 3, background } })
        .png()
        .toBuffer(),
    );
  await add('cap.png', '#123456');
  const file = csvFile([
    header,
    ['cap', 'Cap', 'Caps', '499', 'cap.png'],
    ['hat', 'Hat', 'Hats', '599', 'hat.png'],
    ['hood', 'Hood', 'Hats', '699', 'hat.png'],
  ]);
  const imported = await store(dataDir, 'import', file, '--pictures', folder);
  return { dataDir, folder, add, imported };
}

test('an import says which products lack pictures and how to try again, and what is still being made', async () => {
  const { imported } = await importTwo();
  expect(imported.code).toBe(2);
  expect(imported.out).toContain('1 shown by a preview until the running shop has made the other sizes (store pictures show)');
  expect(imported.out).toContain('Hat, Hood: hat.png is not in');
  expect(imported.out).toContain('Try them again with: store pictures retry');
});

test('missing pictures are listed, named by doctor, and stored when they are there', async () => {
  const { dataDir, folder, add } = await importTwo();
  const shown = await store(dataDir, 'pictures', 'show');
  expect(shown.out).toContain('1 picture shown by a preview');
  expect(shown.out).toContain('Hat, Hood: hat.png is not in');
  const doctor = (await store(dataDir, 'doctor')).out;
  expect(doctor).toContain('1 picture shown by a preview until the running shop has made the other sizes');
  expect(doctor).toContain('1 picture left out by an import: hat.png of Hat is not in');

  const failed = await store(dataDir, 'pictures', 'retry', '--pictures', folder);
  expect([failed.code, failed.out]).toEqual([2, expect.stringContaining('0 missing pictures stored.')]);
  await add('hat.png', '#654321');
  const done = await store(dataDir, 'pictures', 'retry', '--pictures', folder, '--json');
  expect(done.code).toBe(0);
  expect(JSON.parse(done.out)).toEqual({ stored: 1, waiting: 2, failed: [], missing: [] });
  expect((await store(dataDir, 'doctor')).out).not.toContain('left out by an import');
});

test('a picture that was left out because its folder was not named is tried at its address', async () => {
  const { dataDir } = await importTwo();
  const { code, out } = await store(dataDir, 'pictures', 'retry');
  expect(code).toBe(2);
  expect(out).toMatch(/Hat, Hood: hat\.png is (not a web address|no web address|not in)/);
});

test('an export makes the files that are still to be made', async () => {
  const { dataDir } = await importTwo();
  const pictures = join(temporaryFolder(), 'pictures');
  const { code, out } = await store(dataDir, 'export', join(temporaryFolder(), 'all.csv'), '--pictures', pictures);
  expect([code, out]).toEqual([0, expect.not.stringContaining('missing')]);
  expect(readdirSync(pictures)).toHaveLength(3);
  expect(readdirSync(join(dataDir, 'media'))).toHaveLength(3);
});

test('where browsers read the storage itself, an import makes all files at once', async () => {
  const [dataDir, folder] = [temporaryFolder(), temporaryFolder()];
  const picture = sharp({ create: { width: 60, height: 80, channels: 3, background: '#123456' } });
  writeFileSync(join(folder, 'cap.png'), await picture.png().toBuffer());
  const settings = { DATA_DIR: dataDir, MEDIA_PUBLIC_URL: 'https://cdn.example' };
  const file = csvFile([header, ['cap', 'Cap', 'Caps', '499', 'cap.png']]);
  expect((await storeIn(settings, 'import', file, '--pictures', folder)).code).toBe(0);
  expect(readdirSync(join(dataDir, 'media'))).toHaveLength(3);
});
