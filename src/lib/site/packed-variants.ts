import type { Product, Variant } from '#lib/contract/catalogue.ts';
import { OPTION_SEPARATOR } from '#lib/rules/option-texts.ts';
import { listOptions, splitVariantName } from '#lib/rules/product/options.ts';
import { MIN_UNDISCLOSED_STOCK } from '#lib/rules/product/stock-notes.ts';

/** The variants of a product in a tenth of their size as JSON, since island props are part of the page's HTML. */
export interface PackedVariants {
  values: string[][];
  /** The distinct prices: "1299.00 1999.00" is price and MRP in rupees, with the end of a sale behind them if it has one. */
  prices: string[];
  /**
   * A variant each, separated by spaces: "12,0,3,6,1,2" is the distance of its id from the one before, a value of each option, its stock, its
   * price and its picture, as positions; the picture is empty for none.
   */
  rows: string;
}

/** Packs a product's variants. Stock above what pages show becomes the same number. */
export function packVariants(product: Pick<Product, 'option_name' | 'variants'>): PackedVariants {
  const options = listOptions(product);
  const places = options.map(({ values }) => new Map(values.map((value, i) => [value, i])));
  const prices = new Map<string, number>();
  let before = 0;
  const rows = product.variants.map(({ id, product_variation, final_price, mrp, sale_ends_at, stock, picture }) => {
    const price = [final_price, mrp, sale_ends_at].join(' ').trimEnd();
    if (!prices.has(price)) prices.set(price, prices.size);
    const distance = id - before;
    before = id;
    const chosen = splitVariantName(product_variation, options.length).map((value, i) => places[i]?.get(value));
    return [distance, ...chosen, Math.min(stock, MIN_UNDISCLOSED_STOCK), prices.get(price), picture ?? ''].join();
  });
  return { values: options.map(({ values }) => values), prices: [...prices.keys()], rows: rows.join(' ') };
}

/** The variants of `packVariants`. */
export function unpackVariants({ values, prices, rows }: PackedVariants): Variant[] {
  let id = 0;
  return rows.split(' ').flatMap((row): Variant[] => {
    if (row === '') return [];
    const cells = row.split(',');
    id += Number(cells[0]);
    const [stock, price, picture] = cells.slice(-3);
    const [final_price = '', mrp = '', sale_ends_at] = prices[Number(price)]?.split(' ') ?? [];
    const chosen = values.map((some, i) => some[Number(cells[i + 1])] as string);
    const variant = { id, product_variation: chosen.join(OPTION_SEPARATOR), final_price, mrp, stock: Number(stock) };
    return [{ ...variant, ...(sale_ends_at && { sale_ends_at }), ...(picture && { picture: Number(picture) }) }];
  });
}
