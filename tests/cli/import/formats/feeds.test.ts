import { describe, expect, test } from 'vitest';
import type { ImportedProduct } from '#api/services/import/read/imported-product.ts';
import { formatFixtures } from '#tests/support/cli/format-fixtures.ts';
import { parseProducts, toCsv } from '#tests/support/cli/parse-products.ts';

const rowsOf = (name: string): readonly (readonly string[])[] => formatFixtures[name]?.rows ?? [];

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** The rows of the TSV as entries of an XML feed. */
const toFeed = (open: string, entry: string, close: string, toElement = (name: string) => `g:${name}`): string => {
  const [header = [], ...rows] = rowsOf('Google feed');
  const toElements = (row: readonly string[]) =>
    header.flatMap((name, index) => {
      const texts = (row[index] ?? '').split(name === 'additional_image_link' ? /,(?=https:)/ : '\0').filter(Boolean);
      return texts.map((text) => `<${toElement(name)}>${escapeXml(text)}</${toElement(name)}>`);
    });
  const shipping = '<g:shipping><g:country>IN</g:country><g:price>50.00 INR</g:price></g:shipping>';
  return `${open}${rows.map((row) => `<${entry}>\n${toElements(row).join('\n')}${shipping}</${entry}>`).join('\n')}${close}`;
};

const read = async (content: string | Uint8Array): Promise<ImportedProduct[]> => {
  const { parsed, products } = await parseProducts(content);
  expect(parsed.badRows).toEqual([]);
  return products;
};

// https://support.google.com/merchants/answer/160589 (RSS 2.0) and /160593 (Atom 1.0)
const rssStart = '<?xml version="1.0"?>\n<rss xmlns:g="http://base.google.com/ns/1.0" version="2.0"><channel><title>Shop</title>';

describe('a feed in XML gives the products of the TSV', () => {
  test.each([
    ['RSS 2.0', toFeed(rssStart, 'item', '</channel></rss>')],
    ['RSS 2.0 with plain names', toFeed(rssStart, 'item', '</channel></rss>', (name) => (name.length < 6 ? name : `g:${name}`))],
    ['Atom', toFeed('<feed xmlns="http://www.w3.org/2005/Atom"><title>Shop</title>', 'entry', '</feed>')],
  ])('%s', async (_, feed) => {
    expect(await read(feed)).toEqual(await read(toCsv(rowsOf('Google feed'), { separator: '\t' })));
    expect(await read(Buffer.from(`\ufeff${feed}`, 'utf16le'))).toEqual(await read(feed));
  });

  test('links and descriptions of Atom are read', async () => {
    const [product] = await read(`<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>Mug</title><id>1</id>
      <link rel="alternate" href="https://shop.example/clay-mug"/><summary>Holds 300 ml</summary>
      <g:price>349.00 INR</g:price><g:availability>in_stock</g:availability></entry></feed>`);
    expect(product).toMatchObject({ slug: 'clay-mug', description: '<p>Holds 300 ml</p>', variants: [{ price: 34_900 }] });
  });

  test('a feed that is cut off or has no entries is refused', async () => {
    const feed = toFeed(rssStart, 'item', '</channel></rss>');
    for (const end of [feed.length - 1, feed.indexOf('</item>'), 200]) {
      const { parsed } = await parseProducts(feed.slice(0, end));
      expect(parsed.isUnreadable).toBe(true);
    }
  });
});

describe('offers of a feed', () => {
  const offer = async (cells: Record<string, string>) => {
    const row: Record<string, string> = {
      id: 'A',
      title: 'Kurta',
      link: 'https://shop.example/kurta',
      price: '999 INR',
      ...cells,
    };
    const { products } = await parseProducts(
      toCsv(
        [
          ['image_link', ...Object.keys(row)],
          ['', ...Object.values(row)],
        ],
        { separator: '\t' },
      ),
    );
    return products[0];
  };

  test.each([
    ['https://shop.example/products/red-kurta?variant=4', 'red-kurta'],
    ['https://shop.example/%E0%A4%95%E0%A5%81%E0%A4%B0%E0%A5%8D%E0%A4%A4%E0%A4%BE.html', 'कुर्ता'],
    ['https://shop.example/index.php?route=product&product_id=5', 'kurta'],
    ['https://shop.example/p/1234', 'kurta'],
    ['', 'kurta'],
  ])('the address %s gives the handle %s', async (link, slug) => {
    expect((await offer({ link }))?.slug).toBe(slug);
  });

  test('a lower price counts, and the price is what it is compared with', async () => {
    expect(await offer({ sale_price: '799 INR' })).toMatchObject({ variants: [{ price: 79_900, mrp: 99_900 }] });
  });

  test('a price for a time leaves the price as it is', async () => {
    const dates = '2030-11-01T00:00+0530/2030-11-10T23:59+0530';
    expect(await offer({ sale_price: '799 INR', sale_price_effective_date: dates })).toMatchObject({
      variants: [{ price: 99_900 }],
    });
  });

  test.each([
    [
      'Amazon',
      'item_sku|item_name|maximum_retail_price|standard_price|sale_price|sale_from_date|sale_end_date',
      'A|Tee||499|399',
    ],
    [
      'PrestaShop',
      'Active (0/1)|Name *|Price tax included|Discount amount|Discount from (yyyy-mm-dd)|Discount to (yyyy-mm-dd)',
      '1|Tee|499|100',
    ],
  ])('a sale price of %s counts at once without days, and not before its first day', async (_, header, row) => {
    const priceOf = async (days: string) => (await read(`${header}\n${row}|${days}\n`))[0]?.variants;
    expect(await priceOf('|')).toMatchObject([{ price: 39_900, mrp: 49_900 }]);
    expect(await priceOf('0000-00-00|0000-00-00')).toMatchObject([{ price: 39_900, mrp: 49_900 }]);
    expect(await priceOf('2030-01-01|2030-01-09')).toMatchObject([{ price: 49_900 }]);
  });

  test.each([
    ['Kurta, M', 'Kurta'],
    ['Kurta - M', 'Kurta'],
    ['Kurta (M / Red)', 'Kurta'],
    ['Kurta in Red', 'Kurta in Red'],
    ['M', 'M'],
  ])('the title %s of a variant gives the name %s', async (title, name) => {
    expect((await offer({ title, item_group_id: 'K', size: 'M', color: 'Red' }))?.name).toBe(name);
  });
});

test('offers of a group without size or colour are named by where their titles differ, else by their ids', async () => {
  const header = ['id', 'title', 'link', 'image_link', 'price', 'item_group_id'];
  const offer = (id: string, title: string, group: string) => [id, title, '', '', '99 INR', group];
  const rows = [
    offer('1', 'Assam tea, 250 g', 'A'),
    offer('2', 'Assam tea, 200 g', 'A'),
    offer('3', 'Filter', 'B'),
    offer('4', 'Filter', 'B'),
    offer('5', 'Cup - blue', 'C'),
  ];
  const products = await read(toCsv([header, ...rows], { separator: '\t' }));
  expect(products.map(({ name, variants }) => [name, ...variants.map(({ variation }) => variation)])).toEqual([
    ['Assam tea', '250 g', '200 g'],
    ['Filter', '3', '4'],
    ['Cup - blue', ''],
  ]);
});

test("the column names of Amazon's template stand after its settings and labels", async () => {
  const rows = rowsOf('Amazon');
  const labels = (rows[0] ?? []).map((name) => name.replaceAll('_', ' '));
  const template = [
    ['TemplateType=fptcustom', 'Version=2023.1116', 'The top 3 rows are for Amazon.in use only.'],
    labels,
    ...rows,
  ];
  expect(await read(toCsv(template, { separator: '\t' }))).toEqual(await read(toCsv(rows)));
});
