import * as z from 'zod/mini';
import { parseAttributes } from '#api/services/catalogue/attributes.ts';
import { type Seller, sellerKinds } from '#api/services/import/read/imported-product.ts';
import { parseRate } from '#api/services/invoices/calculate-tax.ts';
import type { ProductAttribute } from '#lib/contract/catalogue.ts';
import { MAX_COLLECTIONS, MAX_OLD_ADDRESSES, MAX_RELATED_PRODUCTS } from '#lib/contract/limits.ts';
import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';
import {
  fitsCategoryAddress,
  fitsFileName,
  MAX_CATEGORY_LENGTH,
  MAX_SLUG_BYTES,
  RESERVED_SLUG,
} from '#lib/rules/routes/name-limits.ts';
import { DEFAULT_CATEGORY } from '#lib/rules/store-defaults.ts';
import { foldName, fromListItem } from '#lib/rules/text.ts';
import { cleanDescription } from './clean-description.ts';
import { parseDate } from './parse-date.ts';
import { GROUPED_DIGITS, parsePrice } from './parse-price.ts';
import { toSlug } from './slugs.ts';
import { toSingleLine } from './text-repair.ts';

const MAX_TITLE = 255;
const MAX_SHORT = 120;
const MAX_DESCRIPTION = 60_000;
const MAX_SEO_DESCRIPTION = 1000;
/** A tonne; more is probably another unit. */
const MAX_GRAMS = 1_000_000;

/** Reads a cell by what says its value, or the end of an error sentence. */
const parsed = <Value>(read: (cell: string) => Value | { error: string }) =>
  z.pipe(
    z.string(),
    z.transform((cell, context): Value => {
      const value = read(cell);
      if (typeof value !== 'object' || value === null || !('error' in value)) return value;
      context.issues.push({ code: 'custom', input: cell, message: value.error });
      return z.NEVER;
    }),
  );

/** As `parsed`; an empty cell has no value. */
const filled = <Value>(read: (cell: string) => Value | { error: string }) =>
  parsed((cell): Value | undefined | { error: string } => (cell === '' ? undefined : read(cell)));

const price = filled(parsePrice);

const wholeNumber = new RegExp(`^-?${GROUPED_DIGITS}(?:\\.0+)?$`);
const MAX_QUANTITY = 999_999_999;

const quantity = filled((cell) => {
  const digits = toAsciiDigits(cell);
  const value = wholeNumber.test(digits) ? Math.trunc(Number(digits.replaceAll(',', ''))) : Number.NaN;
  return Math.abs(value) <= MAX_QUANTITY ? value : { error: `must be a whole number, but is "${cell}"` };
});

/** A single line of text of at most `limit` characters. */
const singleLine = (limit: number) =>
  z.pipe(z.string(), z.transform(toSingleLine)).check(z.maxLength(limit, { error: `is longer than ${limit} characters` }));

/** Former handles, separated by spaces or commas. */
const oldHandles = z.pipe(
  z.string(),
  z.transform((cell) =>
    toSingleLine(cell)
      .split(/[\s,]+/)
      .filter(Boolean)
      .map(toSlug),
  ),
);

const handle = z.pipe(z.string(), z.transform(toSlug)).check(
  z.minLength(1, { error: 'is required', abort: true }),
  z.refine(fitsFileName, {
    error: `is too long for a web address: it can have ${MAX_SLUG_BYTES} bytes, which are ${MAX_SLUG_BYTES} Latin letters or ${Math.floor(MAX_SLUG_BYTES / 3)} of an Indian script`,
    abort: true,
  }),
  z.refine((slug) => slug !== RESERVED_SLUG, {
    error: `cannot be "${RESERVED_SLUG}", which is the address of a folder`,
    abort: true,
  }),
  z.regex(/^[\p{L}\p{M}\p{N}_-]+$/u, {
    error: 'can only contain letters, digits, - and _, because it becomes part of the product’s web address',
  }),
);

const sellerKind = filled((cell): Seller['kind'] | { error: string } => {
  const kind = sellerKinds.find((name) => name === cell.toLowerCase());
  return kind ?? { error: `must be ${sellerKinds.join(' or ')}, but is "${cell}"` };
});

const timestampOf = (dayAs: 'start' | 'end') => filled((cell) => parseDate(cell, dayAs));

/** A GST rate in hundredths of a percent. */
const gstRate = filled((cell) => parseRate(cell) ?? { error: `must be a percentage such as 5 or 18, but is "${cell}"` });

const attributes = parsed(parseAttributes);

/** Names of collections, separated by semicolons; those that differ in case only are one. */
const collections = z.pipe(
  z.string(),
  z.transform((cell, context): string[] => {
    const written = cell.split(';').map((part) => fromListItem(toSingleLine(part)).normalize('NFC'));
    const names = [...Map.groupBy(written.filter(Boolean), foldName).values()].flatMap(([first = '']) => first);
    const fail = (message: string) => context.issues.push({ code: 'custom', input: cell, message });
    if (names.length > MAX_COLLECTIONS) fail(`has ${names.length} names; a product can have ${MAX_COLLECTIONS}`);
    if (!names.every(fitsCategoryAddress)) fail(`has a name that is longer than ${MAX_CATEGORY_LENGTH} characters`);
    return names;
  }),
);

/** Facts of columns of their own; those without a value have an empty one. */
const facts = z.pipe(
  z.optional(z.string()),
  z.transform((json = ''): ProductAttribute[] =>
    (json === '' ? [] : (JSON.parse(json) as [string, string][])).map(([name, value]) => ({
      name: toSingleLine(name),
      // A semicolon separates facts where they are in one column.
      value: toSingleLine(value.replaceAll(/\s*[;\r\n]+\s*/g, ', ')),
    })),
  ),
);

/** A text that is cut when it is longer. */
const cutText = (limit: number) =>
  z.pipe(
    z.string(),
    z.transform((cell) => toSingleLine(cell).slice(0, limit).toWellFormed().trim()),
  );

/** Handles of products, separated by semicolons or as a JSON list; references of other kinds are left out. */
const related = z.pipe(
  z.string(),
  z.transform((cell) => {
    const parts = cell.replaceAll(/[[\]"]/g, '').split(/[;,\n]+/);
    const slugs = parts.filter((part) => part.trim() !== '' && !part.includes(':')).map(toSlug);
    return [...new Set(slugs)].slice(0, MAX_RELATED_PRODUCTS);
  }),
);

/** Addresses, separated by white space. */
const oldAddresses = z.pipe(
  z.string(),
  z.transform((cell) => cell.split(/\s+/).filter(Boolean).slice(0, MAX_OLD_ADDRESSES)),
);

/** A weight in whole grams, as in "250" and "250.0". */
const grams = filled((cell) => {
  const weight = Math.round(Number(toAsciiDigits(cell).replace(/\s*g$/i, '').replaceAll(',', '')));
  return weight >= 0 && weight <= MAX_GRAMS ? weight : { error: `must be grams from 0 to ${MAX_GRAMS}, but is "${cell}"` };
});

const hsn = z
  .pipe(
    z.string(),
    z.transform((cell) => cell.replaceAll(/[\s.]/g, '')),
  )
  .check(z.regex(/^(?:\d{4}(?:\d{2}){0,2})?$/, { error: 'must be a code of 4, 6 or 8 digits' }));

const optionValue = z
  .pipe(
    z.string(),
    z.transform((cell) => fromListItem(toSingleLine(cell))),
  )
  .check(z.maxLength(MAX_TITLE, { error: `is longer than ${MAX_TITLE} characters` }));

const rowSchema = z.object({
  handle,
  oldHandles,
  title: singleLine(MAX_TITLE),
  body: z.string().check(z.maxLength(MAX_DESCRIPTION, { error: `is longer than ${MAX_DESCRIPTION} characters` })),
  vendor: singleLine(MAX_SHORT),
  productCategory: singleLine(MAX_TITLE),
  type: singleLine(MAX_CATEGORY_LENGTH),
  tags: singleLine(MAX_DESCRIPTION),
  option1Name: singleLine(MAX_SHORT),
  option2Name: singleLine(MAX_SHORT),
  option3Name: singleLine(MAX_SHORT),
  option1: optionValue,
  option2: optionValue,
  option3: optionValue,
  sku: singleLine(MAX_TITLE),
  barcode: singleLine(MAX_SHORT),
  grams,
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
  attributes,
  group: singleLine(MAX_SHORT),
  sizeGuide: singleLine(MAX_SHORT),
  gstRate,
  hsn,
  created: timestampOf('start'),
  categoryImage: z.string(),
  salePrice: price.check(z.refine((paise) => paise !== 0, { error: 'must be more than zero' })),
  saleStart: timestampOf('start'),
  saleEnd: timestampOf('end'),
  collections,
  facts,
  seoTitle: cutText(MAX_TITLE),
  seoDescription: cutText(MAX_SEO_DESCRIPTION),
  related,
  oldAddresses,
});
export type CatalogueRow = z.output<typeof rowSchema>;

/** Validates and parses the cells of one row. Each error message continues a sentence that starts with the column's name. */
export const catalogueRow = rowSchema.check(
  z.refine((row) => fitsCategoryAddress(toCategory(row)), {
    error: `gives a category whose name is longer than ${MAX_CATEGORY_LENGTH} characters`,
    path: ['type'],
  }),
  z.refine(({ price, salePrice }) => price === undefined || salePrice === undefined || salePrice <= price, {
    error: 'must not be above the price',
    path: ['salePrice'],
  }),
  z.refine(({ saleStart, saleEnd }) => saleStart === undefined || saleEnd === undefined || saleStart < saleEnd, {
    error: 'must be after the start of the sale',
    path: ['saleEnd'],
  }),
);

/** A product's description as sanitised HTML. */
export const toDescription = (row: CatalogueRow): string => cleanDescription(row.body);

/** The sub-category's name: the type, else the last part of the product category. */
export const toCategory = (row: CatalogueRow): string =>
  fromListItem(row.type || row.productCategory.split('>').at(-1)?.trim() || DEFAULT_CATEGORY).normalize('NFC');

/** Whether a row has a variant; otherwise it only has a picture. */
export const hasVariant = (row: CatalogueRow): boolean =>
  row.price !== undefined || row.option1 !== '' || row.option2 !== '' || row.option3 !== '' || row.sku !== '';

/** What is wrong with the price of a variant, as the end of a sentence; undefined when nothing is. */
export function findPriceProblem({ price }: Pick<CatalogueRow, 'price'>): string | undefined {
  if (price === undefined) return 'is required';
  return price === 0 ? 'must be more than zero' : undefined;
}
