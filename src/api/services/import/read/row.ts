import * as z from 'zod/mini';
import { cleanDescription } from './description.ts';
import { parsePrice } from './price.ts';
import type { Seller } from './product.ts';
import { replaceCommas, toSingleLine } from './text-repair.ts';

/** Units kept of something whose stock is not counted, or that is sold beyond its stock. */
export const UNTRACKED_STOCK = 1000;

const MAX_TITLE = 255;
const MAX_SHORT = 120;
const MAX_DESCRIPTION = 60_000;

const price = z.pipe(
  z.string(),
  z.transform((cell, context) => {
    if (cell === '') return undefined;
    const paise = parsePrice(cell);
    if (typeof paise === 'number') return paise;
    context.issues.push({ code: 'custom', input: cell, message: paise.wrong });
    return undefined;
  }),
);

const quantity = z.pipe(
  z.string(),
  z.transform((cell, context) => {
    if (/^-?\d{1,9}(?:\.0+)?$/.test(cell)) return Math.trunc(Number(cell));
    if (cell !== '') context.issues.push({ code: 'custom', input: cell, message: `must be a whole number, but is "${cell}"` });
    return undefined;
  }),
);

/** A line of text of at most so many characters. */
const line = (limit: number) =>
  z.pipe(z.string(), z.transform(toSingleLine)).check(z.maxLength(limit, { error: `is longer than ${limit} characters` }));

const handle = z
  .pipe(
    z.string(),
    z.transform((cell) => toSingleLine(cell).toLowerCase().normalize('NFC').replaceAll(' ', '-')),
  )
  .check(
    z.minLength(1, { error: 'is required', abort: true }),
    z.maxLength(MAX_TITLE, { error: `is longer than ${MAX_TITLE} characters`, abort: true }),
    z.regex(/^[\p{L}\p{M}\p{N}_-]+$/u, {
      error: 'may hold letters, digits, - and _ only, because it becomes part of the product’s address',
    }),
  );

const sellerKind = z.pipe(
  z.string(),
  z.transform((cell, context): Seller['kind'] | undefined => {
    const kind = cell.toLowerCase();
    if (kind === 'retailer' || kind === 'wholesaler') return kind;
    if (kind !== '')
      context.issues.push({ code: 'custom', input: cell, message: `must be retailer or wholesaler, but is "${cell}"` });
    return undefined;
  }),
);

const moment = z.pipe(
  z.string(),
  z.transform((cell, context): string | undefined => {
    if (cell === '') return undefined;
    const time = Date.parse(cell);
    if (!Number.isNaN(time)) return new Date(time).toISOString();
    context.issues.push({ code: 'custom', input: cell, message: `must be a date such as 2026-11-20, but is "${cell}"` });
    return undefined;
  }),
);

const variation = z.pipe(
  z.string(),
  z.transform((cell) => replaceCommas(toSingleLine(cell))),
);

/** Checks and reads the cells of one row of a product export. Every message continues a sentence that begins with the column's name. */
export const catalogueRow = z.object({
  handle,
  title: line(MAX_TITLE),
  body: z.string().check(z.maxLength(MAX_DESCRIPTION, { error: `is longer than ${MAX_DESCRIPTION} characters` })),
  vendor: line(MAX_SHORT),
  productCategory: line(MAX_TITLE),
  type: line(MAX_SHORT),
  tags: line(MAX_DESCRIPTION),
  option1: variation,
  option2: variation,
  option3: variation,
  sku: line(MAX_TITLE),
  tracker: z.string(),
  quantity,
  exportedQuantity: quantity,
  policy: z.string(),
  price,
  compareAt: price,
  image: z.string(),
  imagePosition: quantity,
  imageAlt: line(MAX_TITLE * 2),
  variantImage: z.string(),
  seller: line(MAX_SHORT),
  sellerKind,
  country: line(MAX_SHORT),
  created: moment,
  categoryImage: z.string(),
});
export type CatalogueRow = z.output<typeof catalogueRow>;

/** The description of a product's first row, safe to show. */
export const toDescription = (row: CatalogueRow): string => cleanDescription(row.body);

/** "M", or several options as "M / Red"; '' when there is nothing to choose. */
export function toVariation(row: CatalogueRow): string {
  const chosen = [row.option1, row.option2, row.option3].filter(Boolean);
  return chosen.length === 1 && chosen[0] === 'Default Title' ? '' : chosen.join(' / ');
}

/** The name of the sub-category: the type, else the last part of the product category. */
export const toCategory = (row: CatalogueRow): string =>
  replaceCommas(row.type) || replaceCommas(row.productCategory.split('>').at(-1)?.trim() ?? '') || 'Other';

/** True when a row offers something to buy; otherwise it only carries a picture. */
export const hasVariant = (row: CatalogueRow): boolean =>
  row.price !== undefined || row.option1 !== '' || row.option2 !== '' || row.option3 !== '' || row.sku !== '';
