import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { exportCatalogue } from '#api/services/export/export-catalogue.ts';
import { csvFile, emptyShop, importFiles, readProducts, temporaryFolder } from '#tests/support/cli/run-command.ts';

const texts = ['=HYPERLINK("http://x")', '+cmd|calc', '-2 off', '@SUM(1)', "'quoted", "'=one", "''=two", 'Plain', "'30235"];

test('an export has no formulas, is UTF-8 in Excel, and round-trips exactly', async () => {
  const { db } = await emptyShop();
  const header = ['Handle', 'Title', 'Vendor', 'Tags', 'Variant SKU', 'Option1 Value', 'Variant Price'];
  await importFiles(db, [csvFile([header, ...texts.map((text, i) => [`p-${i}`, text, text, text, text, text, '10'])])]);
  // The import strips some apostrophes, so the exact texts are set afterwards.
  for (const [i, text] of texts.entries()) {
    await db.updateTable('product').set({ name: text, brand: text, keywords: text }).where('slug', '=', `p-${i}`).execute();
    const { id } = await db.selectFrom('product').select('id').where('slug', '=', `p-${i}`).executeTakeFirstOrThrow();
    await db.updateTable('variant').set({ sku: text, product_variation: text }).where('product_id', '=', id).execute();
  }
  const file = join(temporaryFolder(), 'export.csv');
  let text = '';
  await exportCatalogue(db, async (part) => (text += part));
  writeFileSync(file, text);

  expect(readFileSync(file).subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
  const cells = (parse(text, { bom: true }) as string[][]).flat();
  expect(cells.filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([]);

  const { db: copy } = await emptyShop();
  expect((await importFiles(copy, [file])).badRows).toEqual([]);
  const facts = (await readProducts(copy)).map(({ name, brand, keywords, variants }) => [
    name,
    brand,
    keywords,
    variants[0]?.sku,
    variants[0]?.product_variation,
  ]);
  expect(facts).toEqual(texts.map((one) => [one, one, one, one, one]));
});
