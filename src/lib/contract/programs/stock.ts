import * as z from 'zod/mini';
import { defineCall, replyWith } from '#lib/contract/calls/define-call.ts';
import { MAX_ADDRESS_LINE } from '#lib/contract/field-lengths.ts';
import { id } from '#lib/contract/fields.ts';
import { MAX_STOCK, MAX_STOCK_ITEMS } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages/failures.ts';

const variantReference = {
  sku: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_ADDRESS_LINE))),
  variant_id: z.optional(id),
};

const stockItem = z
  .object({ ...variantReference, stock: z.int().check(z.minimum(0), z.maximum(MAX_STOCK)) })
  .check(
    z.refine(({ sku, variant_id }) => (sku === undefined) !== (variant_id === undefined), { error: 'Give sku or variant_id' }),
  );

export const programStockCall = defineCall({
  name: 'programStock',
  method: 'POST',
  path: '/programs/stock',
  access: 'key',
  scope: 'stock:write',
  summary: `Sets the stock of up to ${MAX_STOCK_ITEMS} variants, by SKU or variant id, in one transaction. Variants that cannot be found are named in the reply, and the others are set.`,
  body: z.object({ items: z.array(stockItem).check(z.minLength(1), z.maxLength(MAX_STOCK_ITEMS)) }),
  reply: replyWith(
    z.object({
      changed: z.int(),
      unchanged: z.int(),
      not_set: z.array(
        z.object({
          ...variantReference,
          /** No variant on sale has this SKU or id, or several have the SKU. */
          reason: z.enum(['unknown', 'several']),
        }),
      ),
    }),
  ),
  failure: failure.generic,
  beyondSpecification: true,
});
