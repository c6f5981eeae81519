import { formatAttributes } from '#api/services/catalogue/attributes.ts';
import { type Column, columnNames, DEFAULT_OPTION } from '#api/services/import/read/column-names.ts';
import type { ParsedBodyOf } from '#lib/contract/calls/define-call.ts';
import type { programProductCall } from '#lib/contract/programs/product.ts';

export type ProductOfProgram = ParsedBodyOf<typeof programProductCall>;

type Row = Partial<Record<Column, string | number | null | undefined>>;

const optionColumns = ['option1', 'option2', 'option3'] as const;
const optionNameColumns = ['option1Name', 'option2Name', 'option3Name'] as const;

/** Values of columns, as far as there are any. */
const spread = (columns: readonly Column[], values: readonly string[] = []): Row =>
  Object.fromEntries(columns.flatMap((column, index) => (values[index] === undefined ? [] : [[column, values[index]]])));

const toVariantRow = ({ options = [], ...variant }: ProductOfProgram['variants'][number]): Row => ({
  ...spread(optionColumns, options.length > 0 ? options : [DEFAULT_OPTION]),
  sku: variant.sku,
  barcode: variant.barcode,
  price: variant.price,
  compareAt: variant.compare_at_price,
  salePrice: variant.sale_price,
  saleStart: variant.sale_starts_at,
  saleEnd: variant.sale_ends_at,
  quantity: variant.stock,
  grams: variant.grams,
  variantImage: variant.picture,
});

/** The rows of a product in an imported file: one for each variant, and further ones for its pictures. */
function toRows({ variants, pictures = [], ...product }: ProductOfProgram): Row[] {
  const facts: Row = {
    title: product.title,
    body: product.description,
    vendor: product.brand,
    type: product.category,
    collections: product.collections?.join('; '),
    tags: product.tags?.join(', '),
    country: product.country_of_origin,
    attributes: product.attributes && formatAttributes(product.attributes),
    group: product.group,
    sizeGuide: product.size_guide,
    gstRate: product.gst_rate,
    hsn: product.hsn,
    seller: product.seller,
    status: product.status,
    ...spread(optionNameColumns, product.option_names),
  };
  return Array.from({ length: Math.max(variants.length, pictures.length) }, (_, index): Row => {
    const [variant, picture] = [variants[index], pictures[index]];
    return {
      handle: product.handle,
      ...(index === 0 && facts),
      ...(variant && toVariantRow(variant)),
      ...(picture && { image: picture.url, imageAlt: picture.alt ?? '', imagePosition: index + 1 }),
    };
  });
}

/** A product as the header and the cells of a file that an import reads. A column is there when one of its values was given. */
export function toCells(product: ProductOfProgram): { header: string[]; rows: string[][] } {
  const rows = toRows(product);
  const given = rows.flatMap((row) =>
    Object.entries(row).flatMap(([column, value]) => (value === undefined ? [] : [column as Column])),
  );
  // An empty list of pictures takes the stored ones away.
  const columns = [...new Set<Column>([...given, ...(product.pictures ? (['image', 'imageAlt'] as const) : [])])];
  return {
    header: columns.map((column) => columnNames[column][0]),
    rows: rows.map((row) => columns.map((column) => String(row[column] ?? ''))),
  };
}
