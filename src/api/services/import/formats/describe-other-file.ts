import { columnNames } from '../read/column-names.ts';

/** A system whose export is recognised by column names in lower case: all of `all`, and one of `any` if there are some. */
interface System {
  name: string;
  all: readonly string[];
  any?: readonly string[];
}

const systems: readonly System[] = [
  { name: 'WooCommerce', all: ['post_title'], any: ['regular_price', 'tax:product_type'] },
  { name: 'Magento 1', all: ['sku', '_attribute_set'] },
];

type Target = 'title' | 'body' | 'type' | 'option1' | 'price' | 'compareAt' | 'quantity' | 'image';

/** What others call a column, in lower case, the likeliest first. */
const otherNames: Record<Target, readonly string[]> = {
  title: ['product name', 'item name', 'name', 'post_title', 'product title', 'title'],
  body: ['product description', 'sales description', 'description', 'details'],
  type: ['category', 'categories', 'collection'],
  option1: ['size', 'variation', 'sizes', 'option value 1', 'attribute 1 value(s)'],
  price: ['selling price', 'meesho price', 'our price', 'regular price', 'price', 'sale price', 'rate'],
  compareAt: ['mrp', 'm.r.p.', 'list price'],
  quantity: ['stock', 'inventory', 'quantity', 'qty', 'opening stock'],
  image: ['photo', 'image', 'images', 'picture', 'image 1 (front)', 'image1', 'base_image', 'image_name', 'productimageurl'],
};

/** The columns that a sheet needs, and those that most shops want. */
const wanted = ['handle', 'title', 'type', 'option1Name', 'option1', 'price', 'quantity'] as const;

/**
 * Says in one sentence what a file is whose columns are not those of an export for this shop, and what to do. Takes its column names, and
 * returns the end of a sentence.
 */
export function describeOtherFile(header: readonly string[]): string {
  const names = new Map(
    header.map((name) => [name.replace('\ufeff', '').trim().toLowerCase(), name.replace('\ufeff', '').trim()]),
  );
  const system = systems.find(
    ({ all, any }) => all.every((name) => names.has(name)) && (any?.some((name) => names.has(name)) ?? true),
  );
  const renamed = (Object.keys(otherNames) as Target[]).flatMap((column) => {
    const found = otherNames[column].find((name) => names.has(name));
    const target = columnNames[column][0];
    return found && found !== target.toLowerCase() ? [`"${names.get(found)}" to ${target}`] : [];
  });
  const what = system
    ? `the file is an export of ${system.name}, which cannot be read yet`
    : 'the file does not look like a Shopify product export';
  const rename = renamed.length > 0 ? ` (rename ${renamed.join(', ')})` : '';
  return `${what}: make it a sheet with one row for each size and the columns ${wanted.map((column) => columnNames[column][0]).join(', ')}${rename}, where Handle is a short name for the product’s web address`;
}
