import * as z from 'zod/mini';
import { MAX_SEARCH } from '#lib/contract/field-lengths.ts';
import { t } from '#lib/contract/text/t.ts';

export const sortOrders = ['newest', 'price_asc', 'price_desc', 'name_asc'] as const;
export type SortOrder = (typeof sortOrders)[number];

const mustBeNumber = t('Must be a number');

/** A non-negative number, as number or text (from a form or URL). */
const numeric = z.pipe(
  z.union([z.number(), z.string()]),
  z.transform((value, context) => {
    const n = typeof value === 'number' ? value : Number(value.trim() === '' ? Number.NaN : value);
    if (!Number.isFinite(n) || n < 0) context.issues.push({ code: 'custom', input: value, message: mustBeNumber });
    return n;
  }),
);

/** An optional number; an empty field counts as absent. */
const optionalNumber = z.optional(
  z.union(
    [
      z.pipe(
        z.literal(''),
        z.transform(() => undefined),
      ),
      numeric,
    ],
    { error: mustBeNumber },
  ),
);

/** Product ids joined by commas; empty counts as absent. */
const idList = z.optional(
  z.pipe(
    z.union([z.number(), z.string().check(z.maxLength(MAX_SEARCH * 10))]),
    z.transform((value, context) => {
      const parts = String(value)
        .split(',')
        .map((part) => part.trim());
      const ids = parts.filter(Boolean).map(Number);
      if (ids.some((one) => !Number.isFinite(one) || one < 0))
        context.issues.push({ code: 'custom', input: value, message: mustBeNumber });
      return ids.length > 0 ? ids : undefined;
    }),
  ),
);

/** A boolean as forms send it: `1` and `true` are on; empty, `0` and `false` are off. */
const flag = z.optional(
  z.pipe(
    z.union([z.boolean(), z.literal(['', '0', '1', 'true', 'false']), z.literal([0, 1])]),
    z.transform((value) => value === true || value === 1 || value === '1' || value === 'true'),
  ),
);

const listText = z.optional(z.string().check(z.maxLength(MAX_SEARCH * 10)));

/** Filters of a listing, sent as form data (specification, calls). Prices in rupees. */
export const filters = {
  /** Ids or names joined by commas; case-insensitive. */
  sub_category: listText,
  min_price: optionalNumber,
  max_price: optionalNumber,
  size: listText,
  in_stock: flag,
  out_of_stock: flag,
  /** Families of colours, such as `blue` for navy and sky; joined by commas. */
  colour: listText,
  /** Joined by commas; case-insensitive. */
  brand: listText,
  /** The least discount on the MRP, in percent. */
  min_discount: optionalNumber,
  /** Facts such as `Fabric:Cotton`, joined by commas: any value of a name, all names. */
  fact: listText,
  sort_by: z.optional(z.union([z.literal(''), z.enum(sortOrders)])),
  product_id: idList,
};

/** Asks a list for every variant, with its picture and barcode; without it a product has at most `MAX_LISTED_VARIANTS`. */
export const allVariants = { all_variants: flag };

/** A page number from a URL; invalid numbers become 1. */
export const pageParameter = z.optional(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((value) => {
      const n = Math.trunc(Number(value));
      return n >= 1 && n <= 1_000_000 ? n : 1;
    }),
  ),
);
