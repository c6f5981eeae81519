import * as z from 'zod/mini';
import { parseRate } from '#api/services/invoices/calculate-tax.ts';
import { cleanDescription } from './clean-description.ts';
import { type Seller, sellerKinds } from './imported-product.ts';
import { parsePrice } from './parse-price.ts';
import { replaceCommas, toSingleLine } from './text-repair.ts';

const MAX_TITLE = 255;
const MAX_SHORT = 120;
const MAX_DESCRIPTION = 60_000;

const price = z.pipe(
  z.string(),
  z.transform((cell, context) => {
    if (cell === '') return undefined;
    const paise = parsePrice(cell);
    if (typeof paise === 'number') return paise;
    context.issues.push({ code: 'custom', input: cell, message: paise.error });
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

/** A single line of text of at most `limit` characters. */
const singleLine = (limit: number) =>
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
      error: 'can only contain letters, digits, - and _, because it becomes part of the product’s web address',
    }),
  );

const sellerKind = z.pipe(
  z.string(),
  z.transform((cell, context): Seller['kind'] | undefined => {
    const kind = sellerKinds.find((name) => name === cell.toLowerCase());
    if (!kind && cell !== '')
      context.issues.push({ code: 'custom', input: cell, message: `must be ${sellerKinds.join(' or ')}, but is "${cell}"` });
    return kind;
  }),
);

const timestamp = z.pipe(
  z.string(),
  z.transform((cell, context): string | undefined => {
    if (cell === '') return undefined;
    const time = Date.parse(cell);
    if (!Number.isNaN(time)) return new Date(time).toISOString();
    context.issues.push({ code: 'custom', input: cell, message: `must be a date such as 2026-11-20, but is "${cell}"` });
    return undefined;
  }),
);

/** A GST rate in hundredths of a percent. */
const gstRate = z.pipe(
  z.string(),
  z.transform((cell, context): number | undefined => {
    const rate = cell === '' ? undefined : parseRate(cell);
    if (cell !== '' && rate === undefined)
      context.issues.push({ code: 'custom', input: cell, message: `must be a percentage such as 5 or 18, but is "${cell}"` });
    return rate;
  }),
);

const hsn = z
  .pipe(
    z.string(),
    z.transform((cell) => cell.replaceAll(/[\s.]/g, '')),
  )
  .check(z.regex(/^(?:\d{4}(?:\d{2}){0,2})?$/, { error: 'must be a code of 4, 6 or 8 digits' }));

const variation = z.pipe(
  z.string(),
  z.transform((cell) => replaceCommas(toSingleLine(cell))),
);

/** Validates and parses the cells of one row. Each error message continues a sentence that starts with the column's name. */
export const catalogueRow = z.object({
  handle,
  title: singleLine(MAX_TITLE),
  body: z.string().check(z.maxLength(MAX_DESCRIPTION, { error: `is longer than ${MAX_DESCRIPTION} characters` })),
  vendor: singleLine(MAX_SHORT),
  productCategory: singleLine(MAX_TITLE),
  type: singleLine(MAX_SHORT),
  tags: singleLine(MAX_DESCRIPTION),
  option1Name: singleLine(MAX_SHORT),
  option2Name: singleLine(MAX_SHORT),
  option3Name: singleLine(MAX_SHORT),
  option1: variation,
  option2: variation,
  option3: variation,
  sku: singleLine(MAX_TITLE),
  tracker: z.string(),
  quantity,
  exportedQuantity: quantity,
  policy: z.string(),
  price,
  compareAt: price,
  image: z.string(),
  imagePosition: quantity,
  imageAlt: singleLine(MAX_TITLE * 2),
  variantImage: z.string(),
  seller: singleLine(MAX_SHORT),
  sellerKind,
  country: singleLine(MAX_SHORT),
  gstRate,
  hsn,
  created: timestamp,
  categoryImage: z.string(),
});
export type CatalogueRow = z.output<typeof catalogueRow>;

/** A product's description as sanitised HTML. */
export const toDescription = (row: CatalogueRow): string => cleanDescription(row.body);

/** The sub-category of a product without one. */
export const DEFAULT_CATEGORY = 'Other';

/** The sub-category's name: the type, else the last part of the product category. */
export const toCategory = (row: CatalogueRow): string =>
  replaceCommas(row.type) || replaceCommas(row.productCategory.split('>').at(-1)?.trim() ?? '') || DEFAULT_CATEGORY;

/** Whether a row has a variant; otherwise it only has a picture. */
export const hasVariant = (row: CatalogueRow): boolean =>
  row.price !== undefined || row.option1 !== '' || row.option2 !== '' || row.option3 !== '' || row.sku !== '';

/** What is wrong with the price of a variant, as the end of a sentence; undefined when nothing is. */
export function findPriceProblem({ price }: Pick<CatalogueRow, 'price'>): string | undefined {
  if (price === undefined) return 'is required';
  return price === 0 ? 'must be more than zero' : undefined;
}
