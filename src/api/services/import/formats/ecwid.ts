import { isAmount, setOptions, shareStock } from './cells.ts';
import { type MappedRow, mappedFormat } from './mapped-format.ts';

const OPTION = /^product_variation_option_(.+)$/;

const isVariantRow = (row: MappedRow): boolean => row.cellOf('type').toLowerCase() === 'product_variation';

/** Ecwid's catalogue export: a product's row, then rows of its options and variants. */
export const ecwid = mappedFormat({
  name: 'an Ecwid catalogue export',
  all: ['product_name', 'product_price'],
  any: ['product_internal_id', 'product_sku'],
  columns: {
    title: ['product_name'],
    body: ['product_description'],
    vendor: ['product_brand'],
    type: ['product_category_1'],
    published: ['product_is_available'],
    option1Name: ['product_option_name', 'type'],
    option1: ['product_option_value', 'type'],
    option2Name: ['type'],
    option2: ['type'],
    option3Name: ['type'],
    option3: ['type'],
    sku: ['product_sku'],
    barcode: ['product_upc'],
    tracker: ['product_is_inventory_tracked'],
    quantity: ['product_quantity'],
    price: ['product_price'],
    compareAt: ['product_compare_to_price'],
    image: ['product_media_main_image_url'],
    imageAlt: ['product_media_main_image_alt'],
    seoTitle: ['product_seo_title'],
    seoDescription: ['product_seo_description'],
    collections: ['product_category_2', 'product_category_3'],
  },
  pictures: { columns: /^product_media_gallery_image_url_\d+$/ },
  alsoRead: /^(?:type|product_internal_id|product_variation_(?:sku|option_.+)|product_category_\d+)$/,
  adapt({ cells, cellOf, optionsOf }) {
    const [first = '', ...others] = Array.from({ length: 10 }, (_, i) => cellOf(`product_category_${i + 1}`)).filter(Boolean);
    const lastPart = (path: string) => path.split('/').at(-1)?.trim() ?? '';
    cells.type = lastPart(first);
    cells.collections = others.map(lastPart).join(';');
    cells.tracker = /^(?:false|0|no)$/i.test(cells.tracker) ? '' : 'ecwid';
    cells.sku = cellOf('product_variation_sku') || cells.sku;
    setOptions(cells, optionsOf(OPTION));
  },
  together: {
    belongs: (row, first) => {
      const [type, id] = [row.cellOf('type').toLowerCase(), row.cellOf('product_internal_id')];
      return type.startsWith('product_') && (id === '' || id === first.cellOf('product_internal_id'));
    },
    join(rows) {
      const [product] = rows;
      const variants = rows.filter(isVariantRow);
      for (const row of rows) if (row !== product && !isVariantRow(row)) row.isProductOnly = true;
      if (!product || variants.length === 0 || isVariantRow(product)) return;
      product.isProductOnly = true;
      const isShared = variants.every(({ cells }) => cells.quantity === '');
      for (const [index, { cells }] of variants.entries()) {
        if (!isAmount(cells.price)) cells.price = product.cells.price;
        if (!isAmount(cells.compareAt)) cells.compareAt = product.cells.compareAt;
        if (isShared) cells.quantity = shareStock(product.cells.quantity, index, variants.length);
        if (isShared) cells.tracker = product.cells.tracker;
      }
    },
  },
  productKey: ({ cells, cellOf }) => cellOf('product_internal_id') || cells.sku,
});
