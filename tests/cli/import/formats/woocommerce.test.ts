import { describe, expect, test } from 'vitest';
import { csvFile, emptyShop, importFiles, readProducts } from '#tests/support/cli/run-command.ts';
import { readWithFormat, tableOf } from './read-with-format.ts';

/**
 * The columns in the order of WooCommerce's exporter:
 * https://github.com/woocommerce/woocommerce/blob/trunk/plugins/woocommerce/includes/export/class-wc-product-csv-exporter.php and
 * https://github.com/woocommerce/woocommerce/wiki/Product-CSV-Import-Schema
 */
const columns = [
  'ID',
  'Type',
  'SKU',
  'GTIN, UPC, EAN, or ISBN',
  'Name',
  'Published',
  'Is featured?',
  'Visibility in catalog',
  'Short description',
  'Description',
  'Date sale price starts',
  'Date sale price ends',
  'Tax status',
  'Tax class',
  'In stock?',
  'Stock',
  'Low stock amount',
  'Backorders allowed?',
  'Sold individually?',
  'Weight (kg)',
  'Length (cm)',
  'Width (cm)',
  'Height (cm)',
  'Allow customer reviews?',
  'Purchase note',
  'Sale price',
  'Regular price',
  'Categories',
  'Tags',
  'Shipping class',
  'Images',
  'Download limit',
  'Download expiry days',
  'Parent',
  'Grouped products',
  'Upsells',
  'Cross-sells',
  'External URL',
  'Button text',
  'Position',
  'Brands',
  ...[1, 2, 3, 4].flatMap((n) => ['name', 'value(s)', 'visible', 'global'].map((what) => `Attribute ${n} ${what}`)),
  'Attribute 1 default',
  'Meta: _yoast_wpseo_title',
  'Meta: rank_math_description',
  'Meta: hsn_prod_id',
];

type Row = Record<string, string>;

const attribute = (number: number, name: string, values: string, visible = '1'): Row => ({
  [`Attribute ${number} name`]: name,
  [`Attribute ${number} value(s)`]: values,
  [`Attribute ${number} visible`]: visible,
});
const simple = (row: Row): Row => ({ Type: 'simple', Published: '1', 'In stock?': '1', 'Regular price': '349', ...row });
const kurta = (row: Row = {}): Row => ({
  ID: '12',
  Type: 'variable',
  SKU: 'KURTA',
  Name: 'Cotton kurta',
  Published: '1',
  'In stock?': '1',
  ...attribute(1, 'Size', 'S, M, L'),
  ...row,
});
const size = (value: string, row: Row = {}): Row => ({
  Type: 'variation',
  SKU: `KURTA-${value}`,
  Name: `Cotton kurta - ${value}`,
  Published: '1',
  'In stock?': '1',
  'Regular price': '799',
  Parent: 'KURTA',
  ...attribute(1, 'Size', value, ''),
  ...row,
});
const read = (...rows: Row[]) => readWithFormat(tableOf(columns, rows)).rows;
const importRows = async (...rows: Row[]) => {
  const { db } = await emptyShop();
  const summary = await importFiles(db, [csvFile(tableOf(columns, rows))]);
  return { db, summary, products: await readProducts(db) };
};

test('products and variations are imported, drafts and products without a price are left out', async () => {
  const { summary, products } = await importRows(
    simple({
      SKU: 'MUG',
      Name: 'Clay mug',
      Stock: '12',
      Categories: 'Kitchen > Mugs',
      Images: 'https://pics.example/a.jpg, https://pics.example/b.jpg',
    }),
    kurta({ Categories: 'Clothes > Kurtas', Images: 'https://pics.example/kurta.jpg' }),
    size('S', { Stock: '4', 'Sale price': '699', Images: 'https://pics.example/kurta-s.jpg' }),
    size('M', { Parent: 'id:12' }),
    size('L', { 'In stock?': '0' }),
    simple({ SKU: 'OLD', Name: 'Old mug', Published: '0' }),
    simple({ SKU: 'NEW', Name: 'New mug', Published: "'-1" }),
    simple({ SKU: 'FREE', Name: 'Asked for', 'Regular price': '' }),
    simple({ SKU: 'SET', Name: 'Tea set', Type: 'grouped', 'Grouped products': 'MUG' }),
    simple({ SKU: 'OUT', Name: 'Elsewhere', Type: 'external' }),
    simple({ SKU: 'HID', Name: 'Gift card', 'Visibility in catalog': 'hidden' }),
    simple({ SKU: 'SUB', Name: 'Monthly tea', Type: 'subscription' }),
    kurta({ ID: '13', SKU: 'EMPTY', Name: 'Kurta without sizes' }),
  );
  expect(summary).toMatchObject({
    outcome: 'imported',
    rows: 13,
    importedRows: 5,
    badRows: [],
    files: [{ format: 'a WooCommerce export', products: 2, variants: 4 }],
    products: { added: 2 },
  });
  expect(summary.skipped.map(({ slug, reason }) => [slug, reason])).toEqual([
    ['old-mug', 'unpublished'],
    ['new-mug', 'draft'],
    ['asked-for', 'product without a price'],
    ['tea-set', 'grouped product, whose parts are products of their own'],
    ['elsewhere', 'external product, which another shop sells'],
    ['gift-card', 'hidden in the catalogue'],
    ['monthly-tea', 'subscription product of a plugin'],
    ['kurta-without-sizes', 'variable product without a variation that has a price'],
  ]);
  expect(products).toMatchObject([
    {
      slug: 'clay-mug',
      category: 'Mugs',
      price: 34_900,
      pictures: 'https://pics.example/a.jpg,https://pics.example/b.jpg',
      variants: [{ stock: 12, sku: 'MUG' }],
    },
    {
      slug: 'cotton-kurta',
      category: 'Kurtas',
      price: 69_900,
      mrp: 79_900,
      pictures: 'https://pics.example/kurta.jpg,https://pics.example/kurta-s.jpg',
      variants: [
        {
          product_variation: 'S',
          sku: 'KURTA-S',
          stock: 4,
          price: 69_900,
          mrp: 79_900,
          picture: 'https://pics.example/kurta-s.jpg',
        },
        { product_variation: 'M', sku: 'KURTA-M', stock: 1000, price: 79_900, mrp: 79_900 },
        { product_variation: 'L', sku: 'KURTA-L', stock: 0 },
      ],
    },
  ]);
});

test('the same file again changes nothing', async () => {
  const rows = [size('S'), simple({ Name: 'Mug', ID: '1' }), kurta(), simple({ Name: 'Mug', ID: '2' }), size('', { SKU: 'X' })];
  const { db, products } = await importRows(...rows);
  expect(products.map(({ slug }) => slug)).toEqual(['mug', 'cotton-kurta', '2-mug']);
  const again = await importFiles(db, [csvFile(tableOf(columns, rows))]);
  expect(again.products).toEqual({ added: 0, changed: 0, unchanged: 3, withdrawn: 0 });
});

describe('variations', () => {
  test('stand before or after their product, which they name by SKU, "id:" or a plain id', () => {
    const rows = read(size('S', { Parent: 'id:12' }), size('M', { Parent: 'kurta' }), kurta(), size('L', { Parent: '12' }));
    expect(rows.map(({ line, handle, option1 }) => [line, handle, option1])).toEqual([
      [4, 'cotton-kurta', 'S'],
      [2, 'cotton-kurta', 'S'],
      [3, 'cotton-kurta', 'M'],
      [5, 'cotton-kurta', 'L'],
    ]);
    expect(rows[0]).toMatchObject({ isProductOnly: true, option1Name: 'Size', title: 'Cotton kurta' });
  });

  test('belong to a product without a SKU by its id', () => {
    const rows = read(kurta({ SKU: '' }), size('S', { SKU: '', Parent: 'id:12' }));
    expect(rows.map(({ handle, price }) => [handle, price])).toEqual([
      ['cotton-kurta', undefined],
      ['cotton-kurta', '799'],
    ]);
  });

  test.each([
    ['GONE', 'names the product "GONE", which is not in the file: export all types of products into one file'],
    ['', 'must name the product of a variation: export all types of products into one file'],
  ])('without their product are a problem (%s)', (parent, problem) => {
    expect(read(size('S', { Parent: parent }), kurta(), size('M'))).toContainEqual({ line: 2, column: 'Parent', problem });
  });

  test('of any value become a variant for each value that has none, and share their stock', () => {
    const rows = read(kurta(), size('', { SKU: 'KURTA-ANY', Stock: '7', 'Regular price': '899' }), size('M'));
    expect(rows.slice(1).map(({ option1, price, quantity, isContinued }) => [option1, price, quantity, isContinued])).toEqual([
      ['S', '899', '4', false],
      ['L', '899', '3', true],
      ['M', '799', undefined, false],
    ]);
  });

  test('that share the stock of their product divide it', () => {
    const rows = read(
      kurta({ Stock: '5', 'Backorders allowed?': 'notify' }),
      size('S', { Stock: 'parent' }),
      size('M', { Stock: 'parent' }),
    );
    expect(rows.slice(1).map(({ quantity, policy }) => [quantity, policy])).toEqual([
      ['3', 'continue'],
      ['2', 'continue'],
    ]);
  });

  test('that are switched off or have no price are left out and counted', async () => {
    const { summary, products } = await importRows(
      kurta(),
      size('S'),
      size('M', { Published: '0' }),
      size('L', { 'Regular price': '' }),
    );
    expect(summary).toMatchObject({ rows: 4, importedRows: 4, files: [{ variants: 1 }] });
    expect(products[0]?.variants.map(({ product_variation }) => product_variation)).toEqual(['S']);
  });

  test('have up to three options; more are joined to the third, and other attributes are facts', () => {
    const four = (...values: string[]) => ({
      ...attribute(1, 'Size', values[0] ?? ''),
      ...attribute(2, 'Colour', values[1] ?? ''),
      ...attribute(3, 'Sleeve', values[2] ?? ''),
      ...attribute(4, 'Collar', values[3] ?? ''),
    });
    const rows = read(kurta(four('S, M', 'Red', 'Long', 'Band')), size('S', four('S', 'Red', 'Long', 'Band')));
    expect(rows[1]).toMatchObject({ option1: 'S', option2: 'Red', option3Name: 'Sleeve, Collar', option3: 'Long, Band' });
    const [product] = read(kurta({ ...attribute(2, 'Fabric', 'Cotton, Silk') }), size('S'));
    expect(product).toMatchObject({ option1Name: 'Size', attributes: 'Fabric: Cotton, Silk' });
  });

  test('keep commas, quotes and bars of their values', () => {
    const rows = read(
      kurta({ ...attribute(1, 'Size', 'S\\, slim, 28" | 71 cm') }),
      size('S', { ...attribute(1, 'Size', 'S\\, slim') }),
      size('28', { ...attribute(1, 'Size', '28" | 71 cm') }),
    );
    expect(rows.slice(1).map(({ option1 }) => option1)).toEqual(['S, slim', '28" | 71 cm']);
  });

  test('for too many combinations of any value are a problem', () => {
    const many = Array.from({ length: 12 }, (_, index) => `V${index}`).join(', ');
    const rows = read(
      kurta({ ...attribute(1, 'A', many), ...attribute(2, 'B', many) }),
      size('', { ...attribute(1, 'A', ''), ...attribute(2, 'B', '') }),
    );
    expect(rows).toContainEqual(expect.objectContaining({ line: 3, problem: expect.stringContaining('too many combinations') }));
  });
});

describe('a product', () => {
  const one = (row: Row) => read(simple({ SKU: 'A', Name: 'Mug', ...row }))[0];

  test.each<[name: string, row: Row, cells: object]>([
    ['a sale without dates', { 'Sale price': '299' }, { price: '299', compareAt: '349' }],
    [
      'a sale with dates',
      { 'Sale price': '299', 'Date sale price starts': '2026-12-01 0:00:00', 'Date sale price ends': '2026-12-31' },
      { price: '349', salePrice: '299', saleStart: '2026-12-01 0:00:00', saleEnd: '2026-12-31 23:59:59' },
    ],
    ['decimal commas', { 'Sale price': '1299,5', 'Regular price': '1499,00' }, { price: '1299.5', compareAt: '1499.00' }],
    ['a stock', { Stock: '4' }, { tracker: 'woocommerce', quantity: '4' }],
    ['a stock that may be oversold', { Stock: "'-2", 'Backorders allowed?': '1' }, { quantity: '-2', policy: 'continue' }],
    ['no stock but sold out', { 'In stock?': '0' }, { tracker: 'woocommerce', quantity: '0' }],
    ['a weight', { 'Weight (kg)': '0.25' }, { grams: '250' }],
    ['sizes', { 'Length (cm)': '10', 'Width (cm)': '8', 'Height (cm)': '9.5' }, { attributes: 'Dimensions: 10 × 8 × 9.5 cm' }],
    [
      'several categories',
      { Categories: 'Uncategorized, Home > Cups\\, mugs, Sale; now, Gifts &amp; more' },
      { type: 'Cups, mugs', collections: 'Sale, now;Gifts & more' },
    ],
    ['tags', { Tags: 'new, Diwali\\, 2026' }, { tags: 'new, Diwali, 2026' }],
    ['a GST class', { 'Tax class': 'gst-18' }, { gstRate: '18' }],
    [
      'texts of SEO plugins',
      { 'Meta: _yoast_wpseo_title': 'Mug', 'Meta: rank_math_description': 'Clay' },
      { seoTitle: 'Mug', seoDescription: 'Clay' },
    ],
    [
      'a barcode, a brand and an HSN code',
      { 'GTIN, UPC, EAN, or ISBN': '123', Brands: 'Kiln', 'Meta: hsn_prod_id': '6912' },
      { barcode: '123', vendor: 'Kiln', hsn: '6912' },
    ],
    [
      'descriptions',
      { 'Short description': 'One\\nTwo\\n\\nThree', Description: '<p>A\\\\nb</p>' },
      { body: '<p>One<br>Two</p>\n<p>Three</p>\n<p>A\\nb</p>' },
    ],
    ['a virtual kind', { Type: 'simple, downloadable, virtual' }, { price: '349', option1: 'Default Title' }],
    [
      'hidden attributes',
      { ...attribute(1, 'Supplier', 'X', '0'), ...attribute(2, 'Care: note', 'Dry; cool') },
      { attributes: 'Care note: Dry, cool' },
    ],
    ['references in names', { Name: 'Salt &amp; pepper &#8217;26' }, { title: 'Salt & pepper ’26' }],
  ])('has %s', (_, row, cells) => {
    expect(one(row)).toMatchObject(cells);
  });

  test.each([
    ['Tax class', 'reduced-rate', 'gstRate'],
    ['Meta: _yoast_wpseo_title', '%%title%% %%sep%% %%sitename%%', 'seoTitle'],
    ['Meta: hsn_prod_id', 'none', 'hsn'],
  ])('has nothing of %s "%s"', (column, value, cell) => {
    expect(one({ [column]: value })).not.toHaveProperty(cell);
  });

  test('is related to those that it names by SKU or id, wherever they stand', () => {
    const rows = read(
      simple({ ID: '1', SKU: 'A', Name: 'Mug', Upsells: 'B, id:3, GONE', 'Cross-sells': 'B, A' }),
      simple({ ID: '2', SKU: 'B', Name: 'Plate' }),
      simple({ ID: '3', Name: 'Bowl' }),
    );
    expect(rows[0]?.related).toBe('plate;bowl;mug');
  });

  test.each(['Kalamkari '.repeat(12), 'हाथ से बना सूती कुर्ता '.repeat(5)])('may have a long name: %s', async (name) => {
    const { summary, products } = await importRows(simple({ SKU: 'A', Name: name }), simple({ SKU: 'B', Name: name }));
    expect(summary.badRows).toEqual([]);
    expect(products.map((product) => product.name)).toEqual([name.trim(), name.trim()]);
    expect(products[0]?.slug).not.toBe(products[1]?.slug);
  });

  test('must have a name', () => {
    expect(read(simple({ SKU: 'A' }))).toEqual([{ line: 2, column: 'Name', problem: 'is required' }]);
  });

  test('for nothing is refused', async () => {
    const { summary } = await importRows(simple({ SKU: 'A', Name: 'Mug', 'Regular price': '0' }));
    expect(summary.badRows).toMatchObject([{ line: 2, column: 'Regular price', reason: 'must be more than zero' }]);
  });
});

describe('column names', () => {
  /** The exporter's order with names in other words, such as those of a translation. */
  const translated = (names: readonly string[]) =>
    names.map((name) => {
      const unit = /\(.*\)$/.exec(name)?.[0];
      if (name === 'ID' || name.startsWith('Meta:')) return name;
      const number = /\d+/.exec(name)?.[0] ?? '';
      return `नाम ${number} ${String.fromCodePoint(0x905 + (names.indexOf(name) % 50))} ${unit ?? ''}`.trim();
    });
  const rows = [
    kurta({ Categories: 'Kurtas', ...attribute(2, 'Fabric', 'Cotton') }),
    size('S', { Stock: '4', 'Sale price': '699', 'Weight (kg)': '0.3' }),
    simple({ ID: '1', SKU: 'MUG', Name: 'Mug', Images: 'a.jpg' }),
  ];

  test.each([
    ['of today', columns],
    ['without the GTIN', columns.filter((name) => !name.startsWith('GTIN'))],
    ['of the first versions', columns.filter((name) => !/^(?:GTIN|Low stock)/.test(name))],
  ])('in another language are known by their order: %s', (_, names) => {
    const table = tableOf(names, rows);
    const english = readWithFormat(table);
    const other = readWithFormat([translated(names), ...table.slice(1)]);
    expect(other.format).toBe('a WooCommerce export');
    expect(other.rows).toEqual(english.rows);
  });

  /** Files of which only some columns were exported. */
  test.each([
    [
      'German',
      'ID,Typ,Artikelnummer,Name,Veröffentlicht,Kurzbeschreibung,Vorrätig?,Lager,Gewicht (kg),Regulärer Preis,Kategorien,Bilder,Übergeordnetes Produkt,Attribut 1 Name,Attribut 1 Wert(e),Attribut 1 Sichtbar,Attribut 1 Global',
    ],
    [
      'Spanish',
      'ID,Tipo,SKU,Nombre,Publicado,Descripción corta,¿En inventario?,Inventario,Peso (kg),Precio normal,Categorías,Imágenes,Superior,Nombre del atributo 1,Valor(es) del atributo 1,Atributo visible 1,Atributo global 1',
    ],
    [
      'French',
      'ID,Type,UGS,Nom,Publié,Description courte,En stock ?,Stock,Poids (kg),Tarif régulier,Catégories,Images,Parent,Nom de l’attribut 1,Valeur(s) de l’attribut 1,Attribut 1 visible,Attribut 1 global',
    ],
    [
      'Russian',
      'ID,Тип,Артикул,Имя,Опубликован,Короткое описание,В наличии?,Запасы,Вес (kg),Базовая цена,Категории,Изображения,Родительский,Имя атрибута 1,Значение(-я) аттрибута(-ов) 1,Видимость атрибута 1,Глобальный атрибут 1',
    ],
  ])('of some columns are known in %s', (_, names) => {
    const english =
      'ID,Type,SKU,Name,Published,Short description,In stock?,Stock,Weight (kg),Regular price,Categories,Images,Parent,Attribute 1 name,Attribute 1 value(s),Attribute 1 visible,Attribute 1 global';
    const some = [kurta({ Categories: 'Kurtas' }), size('S', { Stock: '4', 'Weight (kg)': '0.3' })];
    const table = tableOf(english.split(','), some);
    const { rows: wanted, unread } = readWithFormat(table);
    expect(wanted).toHaveLength(2);
    expect(unread).toEqual([]);
    expect(readWithFormat([names.split(','), ...table.slice(1)]).rows).toEqual(wanted);
  });

  test('may stand in any order, with a byte-order mark and in quotes', () => {
    const table = tableOf(columns, rows);
    const order = columns.map((_, index) => (index * 7) % columns.length);
    const moved = table.map((line) => order.map((at) => line[at] ?? ''));
    expect(readWithFormat(moved).rows).toEqual(readWithFormat(table).rows);
    expect(readWithFormat([[`\ufeff"${columns[0]}"`, ...columns.slice(1)], ...table.slice(1)]).rows).toEqual(
      readWithFormat(table).rows,
    );
  });

  test.each([
    ['Weight (lbs)', '0.5', '227'],
    ['Weight (oz)', '8', '227'],
    ['Weight (g)', '250', '250'],
    ['Weight (kg)', '0,25', '250'],
  ])('give the unit of weights: %s', (name, weight, grams) => {
    const names = columns.map((column) => (column === 'Weight (kg)' ? name : column));
    expect(readWithFormat(tableOf(names, [simple({ Name: 'Mug', [name]: weight })])).rows[0]?.grams).toBe(grams);
  });

  test('that are not read are named', () => {
    expect(readWithFormat([columns]).unread).toEqual([
      'Is featured?',
      'Tax status',
      'Low stock amount',
      'Sold individually?',
      'Allow customer reviews?',
      'Purchase note',
      'Shipping class',
      'Download limit',
      'Download expiry days',
      'Grouped products',
      'External URL',
      'Button text',
      'Position',
    ]);
  });
});
