import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { csvFile, emptyShop, importFiles, readProducts, store, temporaryFolder } from '#tests/support/cli/run-command.ts';

const header = ['Handle', 'Title', 'Type', 'Variant Price', 'Image Src'];

test('an import reports the number of pictures in use, also when nothing changed', async () => {
  const dataDir = join(temporaryFolder(), 'shop');
  const photographs = temporaryFolder();
  for (const [name, background] of Object.entries({ 'cap.jpg': '#8a2b2b', 'bag.jpg': '#1f4d3a' }))
    await sharp({ create: { width: 50, height: 60, channels: 3, background } })
      .jpeg()
      .toFile(join(photographs, name));
  const cap = ['cap', 'Cap', 'Caps', '499', 'cap.jpg'];
  const bag = (price: string) => ['bag', 'Bag', 'Bags', price, 'bag.jpg'];
  const picturesAfter = async (rows: string[][]) => {
    const { out } = await store(dataDir, 'import', csvFile([header, ...rows]), '--pictures', photographs);
    return /Pictures +(.*)/.exec(out)?.[1];
  };
  expect(await picturesAfter([cap, bag('999')])).toBe('2 in use (2 newly stored)');
  expect(await picturesAfter([cap, bag('999')])).toBe('2 in use (0 newly stored)');
  expect(await picturesAfter([cap, bag('899')])).toBe('2 in use (0 newly stored)');
});

test('an unreadable file is reported as such, and not as skipped rows', async () => {
  const file = join(temporaryFolder(), 'orders.csv');
  writeFileSync(file, 'Order,Total\n1,499.00\n');
  for (const flags of [[], ['--skip-bad']]) {
    const { code, out } = await store(temporaryFolder(), 'import', file, '--no-pictures', ...flags);
    expect(code).toBe(1);
    expect(out).toContain('Nothing was imported: a file cannot be read.\nProblems\n  orders.csv, line 1, Handle, Title');
    expect(out).not.toContain('skipped');
  }
});

test('skipped bad rows are counted', async () => {
  const rows = [header, ['cap', 'Cap', 'Caps', '499', ''], ['bag', 'Bag', 'Bags', 'dear', '']];
  const { out } = await store(temporaryFolder(), 'import', csvFile(rows), '--no-pictures', '--skip-bad');
  expect(out).toContain('1 bad row skipped\n  products.csv, line 3, Variant Price');
});

test('says what descriptions lose, and keeps their words apart', async () => {
  const { db } = await emptyShop();
  const body =
    '<section><figure><img src="a.jpg"></figure></section><dl><dt>Fabric</dt><dd>Cotton</dd></dl><p><a href="/x">Size chart</a></p><iframe src="https://films.example"></iframe><video>No films</video>';
  const { notes } = await importFiles(db, [
    csvFile([
      ['Handle', 'Title', 'Body (HTML)', 'Variant Price'],
      ['cap', 'Cap', body, '100'],
    ]),
  ]);
  expect(notes).toContain('Descriptions have 1 link, 1 picture, 2 films that product pages do not show; their texts stay.');
  expect((await readProducts(db))[0]?.description).toBe('<div><div>Fabric</div><div>Cotton</div></div><p>Size chart</p>');
});
