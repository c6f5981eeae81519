import type { ImportedProduct, ImportedVariant } from '#api/services/import/read/imported-product.ts';
import type { ProductInProgress, RowPosition } from '#api/services/import/read/product-spool.ts';
import { OPTION_SEPARATOR } from '#lib/rules/option-texts.ts';
import { fitsVariantName, MAX_VARIANT_BYTES } from '#lib/rules/routes/name-limits.ts';
import { type Column, DEFAULT_OPTION } from './column-names.ts';
import type { CatalogueRow } from './validate-row.ts';

/** How many variants had unusual stock or barcodes, for the notes of the summary. */
export interface VariantCounts {
  negativeStock: number;
  uncounted: number;
  withoutStock: number;
  emptyStock: number;
  invalidBarcodes: number;
}

/** "M", or several options as "M / Red"; '' for a product without options. */
export function toVariantName(row: Pick<CatalogueRow, 'option1' | 'option2' | 'option3'>): string {
  const options = [row.option1, row.option2, row.option3].filter(Boolean);
  return options.length === 1 && options[0] === DEFAULT_OPTION ? '' : options.join(OPTION_SEPARATOR);
}

/** Whether a row may be without an option that its product has: the file has no column for it, or no value in the first one. */
export function lacksOption(row: CatalogueRow, columns: { has(column: Column): boolean }): boolean {
  if (row.option1 === '' && row.option2 === '' && row.option3 === '') return true;
  if (row.option2 === '' && row.option3 === '') return !columns.has('option2') && toVariantName(row) !== '';
  return row.option3 === '' && !columns.has('option3');
}

/** Option names that are ignored: placeholders, and the default "Size". */
const UNTOLD_NAME = /^(?:|title|default|size)$/i;

/** The option's name, "Colour" or "Shoe size / Colour"; null for sizes and when a name is missing, undefined without a column for it. */
export function toOptionName(row: CatalogueRow, columns: { has(column: Column): boolean }): string | null | undefined {
  const options = [
    [row.option1Name, row.option1, 'option1Name'],
    [row.option2Name, row.option2, 'option2Name'],
    [row.option3Name, row.option3, 'option3Name'],
  ] as const;
  const used = options.filter(([, value], index) => index === 0 || value !== '');
  if (!used.every(([, , column]) => columns.has(column))) return undefined;
  const names = options.filter(([, value]) => value !== '').map(([name]) => name);
  const isTold = toVariantName(row) !== '' && names.every(Boolean) && !(names.length === 1 && UNTOLD_NAME.test(names[0] ?? ''));
  return isTold ? names.map((name) => `${name[0]?.toUpperCase()}${name.slice(1)}`).join(OPTION_SEPARATOR) : null;
}

/** Why a variant cannot be added to its product, as the end of a sentence; undefined when it can. */
export function findVariantProblem(
  product: ImportedProduct,
  variantName: string,
  seen: ProductInProgress['seen'],
  at: RowPosition,
): string | undefined {
  if (!fitsVariantName(variantName))
    return `is too long together with the other options: they can have ${MAX_VARIANT_BYTES} bytes`;
  const first = seen.get(variantName.toLowerCase());
  if (first) {
    const where = first.file === at.file ? `line ${first.line}` : `line ${first.line} of ${first.file}`;
    return `"${variantName || DEFAULT_OPTION}" is given twice for "${product.slug}", first on ${where}`;
  }
  const isMixed = seen.has('') || (variantName === '' && seen.size > 0);
  return isMixed ? 'is required when a product has several variants' : undefined;
}

/** The stock of variants whose stock is not tracked, or that may be oversold. */
export const UNTRACKED_STOCK = 1000;

/** Reads a variant's stock and adds to `counts`. Stock that the store that exported the file did not track becomes `UNTRACKED_STOCK`. */
export function readStock(
  row: CatalogueRow,
  columns: { has(column: Column): boolean; isInFile(column: Column): boolean },
  counts: VariantCounts,
): Pick<ImportedVariant, 'stock' | 'firstStock' | 'stockBefore'> {
  const isUntracked = columns.has('tracker') && row.tracker === '';
  const allowsOverselling = /^(?:continue|true)$/i.test(row.policy);
  if (isUntracked || allowsOverselling) {
    counts.uncounted++;
    const hasNoQuantity = row.quantity === undefined && !allowsOverselling;
    return hasNoQuantity ? { stock: undefined, firstStock: UNTRACKED_STOCK } : { stock: UNTRACKED_STOCK };
  }
  if (row.quantity === undefined) {
    counts[columns.isInFile('quantity') ? 'emptyStock' : 'withoutStock']++;
    return { stock: undefined };
  }
  if (row.quantity < 0) counts.negativeStock++;
  return { stock: Math.max(0, row.quantity), stockBefore: row.exportedQuantity };
}

/**
 * A variant's prices and sale. A sale price without dates is the price, with the regular one as compare-at price; one that is not lower than the
 * price is none.
 */
export function readPrices(
  { price, compareAt = 0, salePrice, saleStart, saleEnd }: CatalogueRow & { price: number },
  columns: { has(column: Column): boolean },
): Pick<ImportedVariant, 'price' | 'mrp' | 'sale'> {
  const highest = Math.max(price, compareAt);
  const mrp = columns.has('compareAt') ? highest : undefined;
  if (!columns.has('salePrice')) return { price, mrp };
  if (salePrice === undefined || salePrice >= price) return { price, mrp, sale: null };
  if (!saleStart && !saleEnd) return { price: salePrice, mrp: highest, sale: null };
  return { price, mrp, sale: { price: salePrice, startsAt: saleStart ?? null, endsAt: saleEnd ?? null } };
}
