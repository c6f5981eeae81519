import { expect, test } from 'vitest';
import { readPhpSerialised } from '#api/services/import/formats/woocommerce/php-serialised.ts';
import { parseProducts } from '#tests/support/cli/parse-products.ts';
import { emptyShop, importFiles, readProducts, textFile } from '#tests/support/cli/run-command.ts';

/**
 * The elements of WordPress's export (https://github.com/WordPress/wordpress-develop/blob/trunk/src/wp-admin/includes/export.php) and the fields in
 * which WooCommerce keeps products (https://github.com/woocommerce/woocommerce/wiki/Database-Description).
 */
const start = `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Asha &amp; Co</title>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:author><wp:author_id>1</wp:author_id></wp:author>
<wp:term><wp:term_id>5</wp:term_id><wp:term_taxonomy>product_cat</wp:term_taxonomy><wp:term_slug>clothes</wp:term_slug><wp:term_parent></wp:term_parent><wp:term_name><![CDATA[Clothes]]></wp:term_name></wp:term>
<wp:term><wp:term_id>6</wp:term_id><wp:term_taxonomy>product_cat</wp:term_taxonomy><wp:term_slug>kurtas</wp:term_slug><wp:term_parent>clothes</wp:term_parent><wp:term_name><![CDATA[Kurtas, long]]></wp:term_name></wp:term>
`;

/** A text as PHP's \`serialize\` writes it. */
const php = (text: string): string => `s:${Buffer.from(text).length}:"${text}";`;

const attribute = (key: string, name: string, value: string, isTaxonomy: boolean): string =>
  `${php(key)}a:4:{${php('name')}${php(name)}${php('value')}${php(value)}${php('is_visible')}i:1;${php('is_taxonomy')}i:${isTaxonomy ? 1 : 0};}`;

interface Post {
  id: number;
  type: string;
  title?: string;
  slug?: string;
  status?: string;
  parent?: number;
  terms?: [domain: string, slug: string, name: string][];
  meta?: Record<string, string>;
  more?: string;
}

const post = ({
  id,
  type,
  title = '',
  slug = '',
  status = 'publish',
  parent = 0,
  terms = [],
  meta = {},
  more = '',
}: Post): string => `<item>
<title><![CDATA[${title}]]></title>
<link>https://old.example/product/${slug}/</link>
<content:encoded><![CDATA[${type === 'product' ? `Made of ${title}.\n\nSoft.` : ''}]]></content:encoded>
<excerpt:encoded><![CDATA[]]></excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_name><![CDATA[${slug}]]></wp:post_name>
<wp:status><![CDATA[${status}]]></wp:status>
<wp:post_parent>${parent}</wp:post_parent>
<wp:post_type><![CDATA[${type}]]></wp:post_type>
${more}
${terms.map(([domain, nice, name]) => `<category domain="${domain}" nicename="${nice}"><![CDATA[${name}]]></category>`).join('\n')}
${Object.entries(meta)
  .map(
    ([key, value]) =>
      `<wp:postmeta><wp:meta_key><![CDATA[${key}]]></wp:meta_key><wp:meta_value><![CDATA[${value}]]></wp:meta_value></wp:postmeta>`,
  )
  .join('\n')}
</item>
`;

const picture = (id: number): string =>
  post({
    id,
    type: 'attachment',
    more: `<wp:attachment_url><![CDATA[https://old.example/uploads/${id}.jpg]]></wp:attachment_url>`,
  });
const variantItem = (id: number, size: string, meta: Record<string, string> = {}): string =>
  post({
    id,
    type: 'product_variation',
    title: `Kurta ${size}`,
    parent: 12,
    meta: { attribute_pa_size: size, _regular_price: '799', _stock_status: 'instock', ...meta },
  });

const kurta = post({
  id: 12,
  type: 'product',
  title: 'Cotton kurta',
  slug: '%e0%a4%95%e0%a5%81%e0%a4%b0%e0%a5%8d%e0%a4%a4%e0%a4%be',
  terms: [
    ['product_type', 'variable', 'variable'],
    ['product_cat', 'kurtas', 'Kurtas, long'],
    ['product_tag', 'new', 'New'],
    ['pa_size', 's', 'Small'],
    ['pa_size', 'm', 'Medium'],
  ],
  meta: {
    _thumbnail_id: '90',
    _product_image_gallery: '91,99',
    _product_attributes: `a:2:{${attribute('pa_size', 'pa_size', '', true)}${attribute('fabric', 'कपड़ा', 'Cotton | Silk', false)}}`,
    _upsell_ids: 'a:1:{i:0;i:20;}',
    _manage_stock: 'yes',
    _stock: '5',
    _yoast_wpseo_title: 'Buy kurtas',
  },
});
const mug = post({
  id: 20,
  type: 'product',
  title: 'Clay mug',
  slug: 'clay-mug',
  terms: [['product_type', 'simple', 'simple']],
  meta: {
    _sku: 'MUG',
    _regular_price: '349',
    _sale_price: '299',
    _sale_price_dates_from: '1796083200',
    _manage_stock: 'yes',
    _stock: '12',
    _weight: '0.3',
  },
});
const other =
  post({ id: 30, type: 'post', title: 'News' }) +
  post({ id: 31, type: 'product', title: 'Old', slug: 'old', status: 'draft', meta: { _price: '1' } });
const file = (...items: string[]): string => `${start}${items.join('')}</channel></rss>`;
const whole = file(
  other,
  variantItem(13, 's', { _manage_stock: 'no', _sale_price: '699', _thumbnail_id: '92' }),
  kurta,
  mug,
  variantItem(14, 'm'),
  ...[90, 91, 92].map(picture),
);

test('products of a WordPress export are imported as from WooCommerce, and nothing else of it', async () => {
  const { db } = await emptyShop();
  const summary = await importFiles(db, [textFile(whole, 'export.xml')]);
  expect(summary).toMatchObject({
    outcome: 'imported',
    rows: 5,
    badRows: [],
    files: [{ format: 'a WooCommerce export', products: 2, variants: 3 }],
  });
  expect(summary.skipped).toEqual([{ slug: 'old', name: 'Old', reason: 'draft' }]);
  expect(await readProducts(db)).toMatchObject([
    {
      slug: 'कुर्ता',
      name: 'Cotton kurta',
      category: 'Kurtas, long',
      description: '<p>Made of Cotton kurta.</p>\n<p>Soft.</p>',
      keywords: 'New',
      pictures: 'https://old.example/uploads/90.jpg,https://old.example/uploads/91.jpg,https://old.example/uploads/92.jpg',
      variants: [
        { product_variation: 'Small', price: 69_900, mrp: 79_900, stock: 3, picture: 'https://old.example/uploads/92.jpg' },
        { product_variation: 'Medium', price: 79_900, stock: 2 },
      ],
    },
    { slug: 'clay-mug', variants: [{ sku: 'MUG', stock: 12, grams: 300 }] },
  ]);
  expect((await importFiles(db, [textFile(whole, 'export.xml')])).products).toMatchObject({ added: 0, changed: 0, unchanged: 2 });
});

test('attributes of variants are options, others are facts', async () => {
  const { products } = await parseProducts(whole);
  expect(products[0]).toMatchObject({ optionName: null, attributes: [{ name: 'कपड़ा', value: 'Cotton, Silk' }] });
});

test('an export that was cut off is refused', async () => {
  const { db } = await emptyShop();
  const summary = await importFiles(db, [textFile(whole.slice(0, -200), 'export.xml')]);
  expect(summary.outcome).toBe('unreadable');
  expect(await readProducts(db)).toEqual([]);
});

test.each<[text: string, value: unknown]>([
  ['a:1:{i:0;s:6:"दो";}', [['0', 'दो']]],
  ['N;', null],
  ['b:1;', true],
  ['s:3:"a"b";', 'a"b'],
  ['a:99:{', undefined],
  ['s:999:"a";', undefined],
  ['O:8:"stdClass":0:{}', undefined],
  ['', undefined],
  [`${'a:1:{i:0;'.repeat(50)}N;${'}'.repeat(50)}`, undefined],
])('what PHP serialised is read: %s', (text, value) => {
  expect(readPhpSerialised(text)).toEqual(value);
});
