import * as z from 'zod/mini';
import { defineCall, replyWith } from '#lib/contract/calls/define-call.ts';
import { productAttribute } from '#lib/contract/catalogue.ts';
import { MAX_PROGRAM_TEXT } from '#lib/contract/field-lengths.ts';
import { id, rupees } from '#lib/contract/fields.ts';
import { MAX_ATTRIBUTES, MAX_COLLECTIONS, MAX_PROGRAM_PICTURES, MAX_PROGRAM_VARIANTS } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages/failures.ts';

/** What an import reads of a cell; its own rules say what is too long. */
const cell = z.string().check(z.maxLength(MAX_PROGRAM_TEXT));
const cellOrNone = z.optional(z.nullable(cell));
const pictureUrl = cell.check(z.regex(/^https?:\/\//i));

const variant = z.object({
  /** Its values, such as ["M", "Red"]; empty for a product without options. */
  options: z.optional(z.array(cell).check(z.maxLength(3))),
  sku: cellOrNone,
  barcode: cellOrNone,
  price: rupees,
  /** The price before a discount. */
  compare_at_price: z.optional(z.nullable(rupees)),
  /** A price for a time, in place of `price`; without a start and an end it is the price. */
  sale_price: z.optional(z.nullable(rupees)),
  /** Such as "2026-12-01" or "2026-12-01 09:00", in Indian time unless it has a zone. */
  sale_starts_at: cellOrNone,
  sale_ends_at: cellOrNone,
  /** For a new variant; later the stock is set by `/programs/stock`, as sales are counted in between. */
  stock: z.optional(z.int()),
  grams: z.optional(z.nullable(z.int())),
  picture: z.optional(z.nullable(pictureUrl)),
});

/** A product as an import reads it. What is left out is kept; null empties it. */
const product = z.object({
  /** The last part of its address, which identifies it. */
  handle: cell,
  title: cell,
  /** HTML. */
  description: cellOrNone,
  brand: cellOrNone,
  category: cellOrNone,
  /** Names of further categories that list it; an empty list removes them. */
  collections: z.optional(z.array(cell.check(z.regex(/^[^;]*$/))).check(z.maxLength(MAX_COLLECTIONS))),
  tags: z.optional(z.array(cell).check(z.maxLength(MAX_PROGRAM_VARIANTS))),
  country_of_origin: cellOrNone,
  /** Facts such as fabric and care; an empty list removes them. */
  attributes: z.optional(z.array(productAttribute).check(z.maxLength(MAX_ATTRIBUTES))),
  /** The same text on products of one design in several colours. */
  group: cellOrNone,
  size_guide: cellOrNone,
  /** In percent, such as "18". */
  gst_rate: cellOrNone,
  hsn: cellOrNone,
  seller: cellOrNone,
  /** A product that is not active is taken off sale. */
  status: z.optional(z.enum(['active', 'draft', 'archived'])),
  /** What the options are called, such as ["Size", "Colour"]. */
  option_names: z.optional(z.array(cell).check(z.maxLength(3))),
  /** In their order, in place of the stored ones. */
  pictures: z.optional(z.array(z.object({ url: pictureUrl, alt: z.optional(cell) })).check(z.maxLength(MAX_PROGRAM_PICTURES))),
  /** All variants: one that is left out is taken off sale. */
  variants: z.array(variant).check(z.minLength(1), z.maxLength(MAX_PROGRAM_VARIANTS)),
});

export const programProductCall = defineCall({
  name: 'programProduct',
  method: 'POST',
  path: '/programs/product',
  access: 'key',
  scope: 'products:write',
  summary:
    'Adds a product, or changes the one with its handle, by the rules of an import. Pictures are fetched from the public internet; those that cannot be are named in the reply. The same product again changes nothing.',
  body: product,
  reply: replyWith(
    z.object({
      /** Missing for a product that is not active and unknown. */
      product_id: z.optional(id),
      handle: z.string(),
      result: z.enum(['added', 'changed', 'unchanged', 'withdrawn']),
      refused_pictures: z.array(z.object({ url: z.string(), reason: z.string() })),
    }),
  ),
  failure: failure.generic,
  beyondSpecification: true,
});
