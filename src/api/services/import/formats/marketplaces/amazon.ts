import { setOptions, settleSale, toFacts, toGrams, toHtml } from '#api/services/import/formats/cells.ts';
import { type MappedRow, mappedFormat } from '#api/services/import/formats/mapped-format.ts';

/** What products of Amazon vary by: the name in a theme, the option's name, and the columns with its value. */
const themes = [
  ['size', 'Size', ['size_name', 'size', 'apparel_size']],
  ['colo', 'Colour', ['color_name', 'color', 'colour_name']],
  ['style', 'Style', ['style_name']],
  ['pattern', 'Pattern', ['pattern_name']],
  ['flavo', 'Flavour', ['flavor_name', 'flavor']],
  ['scent', 'Scent', ['scent_name']],
  ['material', 'Material', ['material_type']],
] as const;

const bulletColumns = ['1', '2', '3', '4', '5'].map((number) => `bullet_point${number}`);

function readOffer({ cells, cellOf }: MappedRow, parent: string): void {
  const theme = cellOf('variation_theme').toLowerCase();
  const values = themes.map(([root, name, columns]) => [root, name, columns.map(cellOf).find(Boolean) ?? ''] as const);
  const varies = ([root]: (typeof values)[number]) => (theme === '' ? root === 'size' || root === 'colo' : theme.includes(root));
  const isOption = (value: (typeof values)[number]) => (parent === '' ? value[0] === 'size' : varies(value));
  setOptions(
    cells,
    values.filter(isOption).map(([, name, value]) => [name, value]),
  );
  cells.attributes = toFacts(values.filter((value) => !isOption(value)).map(([, name, value]) => [name, value]));
}

/** Amazon's flat file of a catalogue or category: a parent and its children are one product. */
export const amazon = mappedFormat({
  name: 'an Amazon flat file',
  all: ['item_sku', 'item_name'],
  columns: {
    title: ['item_name'],
    body: ['product_description'],
    vendor: ['brand_name', 'brand'],
    type: ['item_type_name', 'feed_product_type', 'product_type'],
    tags: ['generic_keywords'],
    option1Name: ['size_name', 'size', 'apparel_size', 'color_name', 'style_name', 'flavor_name', 'scent_name'],
    option1: ['size_name', 'size', 'apparel_size', 'color_name', 'style_name', 'flavor_name', 'scent_name'],
    option2Name: ['color_name', 'color'],
    option2: ['color_name', 'color'],
    sku: ['item_sku'],
    barcode: ['external_product_id'],
    grams: ['item_weight', 'website_shipping_weight'],
    price: ['standard_price'],
    compareAt: ['maximum_retail_price', 'list_price'],
    quantity: ['quantity', 'fulfillment_availability#1.quantity'],
    image: ['main_image_url'],
    country: ['country_of_origin'],
    attributes: ['color_name', 'color', 'material_type'],
    hsn: ['hsn_code', 'external_product_information'],
    salePrice: ['sale_price'],
    saleStart: ['sale_from_date'],
    saleEnd: ['sale_end_date'],
  },
  pictures: { columns: /^other_image_url\d*$/ },
  alsoRead:
    /^(?:parent_child|parent_sku|relationship_type|variation_theme|update_delete|external_product_id_type|item_weight_unit_of_measure|bullet_point\d|(?:size|color|style|pattern|flavor|scent)(?:_name)?|material_type)$/,
  adapt(row) {
    const { cells, cellOf } = row;
    if (/^delete$/i.test(cellOf('update_delete'))) cells.status = 'deleted';
    row.isProductOnly = /^parent$/i.test(cellOf('parent_child'));
    readOffer(row, cellOf('parent_sku'));
    settleSale(cells);
    const bullets = bulletColumns.map(cellOf).filter(Boolean);
    const list = bullets.length > 0 ? `<ul>${bullets.map((text) => `<li>${toHtml(text)}</li>`).join('')}</ul>` : '';
    cells.body = `${toHtml(cells.body)}${list}`;
    if (/^asin$/i.test(cellOf('external_product_id_type'))) cells.barcode = '';
    if (!/^\d{4,8}$/.test(cells.hsn)) cells.hsn = '';
    cells.grams = toGrams(cells.grams, cellOf('item_weight_unit_of_measure'));
  },
  productKey: ({ cells, cellOf }) => cellOf('parent_sku') || cells.sku,
});

/** Amazon's report of active listings: each is a product of its own, and has no pictures. */
export const amazonListings = mappedFormat({
  name: 'an Amazon listings report',
  all: ['seller-sku', 'item-name', 'price'],
  columns: {
    title: ['item-name'],
    body: ['item-description'],
    status: ['status'],
    sku: ['seller-sku'],
    price: ['price'],
    compareAt: ['maximum-retail-price'],
    quantity: ['quantity'],
  },
  productKey: ({ cells }) => cells.sku,
});
