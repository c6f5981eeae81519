import { toGrams } from './cells.ts';
import { mappedFormat } from './mapped-format.ts';

/** Products of OpenCart: the products sheet of its Export/Import tool, and plain exports of its table. Each is a product of its own. */
export const opencart = mappedFormat({
  name: 'an OpenCart product export',
  all: ['product_id', 'model', 'name'],
  any: ['price', 'image_name', 'image', 'quantity'],
  plain: (name) => name.replace(/\s*\([a-z]{2,3}(?:-[a-z]{2,4})?\)$/, ''),
  columns: {
    handle: ['seo_keyword', 'keyword', 'seo_url'],
    title: ['name'],
    body: ['description'],
    vendor: ['manufacturer'],
    type: ['category', 'category_name', 'main_category'],
    tags: ['tags', 'tag'],
    published: ['status'],
    sku: ['sku', 'model'],
    barcode: ['ean', 'upc', 'isbn'],
    grams: ['weight'],
    tracker: ['subtract'],
    quantity: ['quantity'],
    price: ['price'],
    image: ['image_name', 'image'],
    seoTitle: ['meta_title'],
    seoDescription: ['meta_description'],
  },
  pictures: { columns: /^(?:additional_images?|images)$/ },
  alsoRead: /^(?:product_id|model|weight_unit|weight_class)$/,
  adapt({ cells, cellOf }) {
    cells.sku ||= cellOf('model');
    cells.tracker = /^(?:false|0|no)$/i.test(cells.tracker) ? '' : 'opencart';
    cells.grams = toGrams(cells.grams, cellOf('weight_unit') || cellOf('weight_class') || 'kg');
  },
  productKey: ({ cellOf }) => cellOf('product_id'),
});
