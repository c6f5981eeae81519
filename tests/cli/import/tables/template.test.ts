import { join } from 'node:path';
import sax from 'sax';
import { describe, expect, test } from 'vitest';
import { templateColumns } from '#api/services/export/template/template-columns.ts';
import { openZip } from '#api/services/import/tables/open-zip.ts';
import { readTable } from '#api/services/import/tables/read-table.ts';
import { emptyShop, readProducts, store, storeIn, temporaryFolder } from '#tests/support/cli/run-command.ts';

async function writeTemplate(name: string): Promise<string> {
  const file = join(temporaryFolder(), name);
  const { code, out } = await storeIn({ DATA_DIR: join(temporaryFolder(), 'none') }, 'template', file);
  expect(code).toBe(0);
  expect(out).toContain(`then: store import ${file}`);
  return file;
}

/** The parts of a workbook, each parsed strictly: its elements with their attributes and texts, by another reader than that of imports. */
async function readParts(file: string) {
  const zip = await openZip(file, 10_000_000);
  const parts = new Map<string, { name: string; attributes: Record<string, string>; text: string }[]>();
  for (const name of zip.entries.keys()) {
    const elements: { name: string; attributes: Record<string, string>; text: string }[] = [];
    const parser = sax.parser(true, { xmlns: false });
    parser.onerror = (error) => {
      throw new Error(`${name}: ${error.message}`);
    };
    parser.onopentag = (tag) => elements.push({ name: tag.name, attributes: tag.attributes as Record<string, string>, text: '' });
    parser.ontext = (text) => {
      const last = elements.at(-1);
      if (last) last.text += text;
    };
    parser.write(Buffer.concat(await Array.fromAsync(zip.read(name))).toString()).close();
    parts.set(name, elements);
  }
  zip.close();
  return parts;
}

describe.each(['products.xlsx', 'products.csv'])('the template %s', (name) => {
  test('is imported as three products without changes', async () => {
    const { db, dataDir } = await emptyShop();
    const { code, out, err } = await store(dataDir, 'import', await writeTemplate(name));
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('This is a product sheet of this shop: 3 products with 3 variants');
    expect(out).toContain('3 added');
    expect(out).not.toContain('Columns that are not read');
    const products = await readProducts(db);
    expect(
      products.map(({ slug, category, variants }) => [slug, category, variants.map((variant) => variant.product_variation)]),
    ).toEqual([
      ['cotton-kurta', 'Kurtas', ['M / Indigo']],
      ['clay-cup', 'Kitchen', ['']],
      ['darjeeling-tea', 'Tea', ['100 g']],
    ]);
    expect(products[2]?.variants[0]).toMatchObject({
      sku: 'TEA-100',
      price: 42_000,
      mrp: 45_000,
      stock: 25,
      grams: 140,
      barcode: '8901234567890',
    });
    const facts = await db
      .selectFrom('product')
      .select(['hsn', 'gst_rate', 'country_of_origin'])
      .where('slug', '=', 'darjeeling-tea')
      .execute();
    expect(facts).toEqual([{ hsn: '0902', gst_rate: 500, country_of_origin: 'India' }]);
  });

  test('has the columns with the names of an import', async () => {
    const [header] = await Array.fromAsync(readTable(await writeTemplate(name)));
    expect(header?.cells).toEqual(templateColumns.map(({ heading }) => heading));
  });
});

describe('the workbook', () => {
  test('has its parts, and refers to no others', async () => {
    const parts = await readParts(await writeTemplate('products.xlsx'));
    const types = parts.get('[Content_Types].xml') ?? [];
    for (const { attributes } of types) if (attributes['PartName']) expect(parts.has(attributes['PartName'].slice(1))).toBe(true);
    for (const [name, elements] of parts) {
      if (!name.endsWith('.rels')) continue;
      for (const { attributes } of elements) {
        if (!attributes['Target']) continue;
        const folder = name.replace(/_rels\/[^/]+$/, '');
        expect(parts.has(join(folder, attributes['Target']))).toBe(true);
      }
    }
    for (const name of parts.keys())
      expect(
        types.some(
          ({ attributes }) =>
            attributes['PartName'] === `/${name}` ||
            (attributes['Extension'] && name.endsWith(`.${attributes['Extension']}`)) ||
            name === '[Content_Types].xml',
        ),
      ).toBe(true);
  });

  test('has drop-downs, frozen headings, widths and a note on every heading', async () => {
    const parts = await readParts(await writeTemplate('products.xlsx'));
    const sheet = parts.get('xl/worksheets/sheet1.xml') ?? [];
    const find = (name: string) => sheet.filter((element) => element.name === name);
    expect(find('pane')).toMatchObject([{ attributes: { state: 'frozen', ySplit: '1' } }]);
    expect(find('col')).toHaveLength(templateColumns.length);
    const lists = find('formula1').map(({ text }) => text);
    expect(lists).toContain('"0,0.25,3,5,12,18,28,40"');
    expect(lists).toContain('"active,draft,archived"');
    // Excel opens no list of more than 255 characters, and no part whose elements are in another order.
    for (const list of lists) expect(list.length).toBeLessThan(256);
    const order = ['sheetViews', 'cols', 'sheetData', 'dataValidations', 'legacyDrawing'];
    expect(sheet.map(({ name }) => name).filter((name) => order.includes(name))).toEqual(order);
    expect(find('dataValidations')[0]?.attributes['count']).toBe(String(find('dataValidation').length));
    const notes = parts.get('xl/comments1.xml') ?? [];
    expect(notes.filter(({ name }) => name === 'comment')).toHaveLength(templateColumns.length);
    const boxes = parts.get('xl/drawings/vmlDrawing1.vml') ?? [];
    expect(boxes.filter(({ name }) => name === 'v:shape')).toHaveLength(templateColumns.length);
    const styles = parts.get('xl/styles.xml') ?? [];
    const count = styles.filter(({ name }) => name === 'xf').length - 1;
    for (const { attributes } of find('c')) expect(Number(attributes['s'] ?? 0)).toBeLessThan(count);
  });
});

test('a template replaces no file, and is a workbook or CSV', async () => {
  const file = await writeTemplate('products.csv');
  expect(await storeIn({ DATA_DIR: '' }, 'template', file)).toMatchObject({
    code: 1,
    err: expect.stringContaining('already exists'),
  });
  expect((await storeIn({ DATA_DIR: '' }, 'template', 'products.pdf')).err).toContain('ends with .xlsx or .csv');
});
