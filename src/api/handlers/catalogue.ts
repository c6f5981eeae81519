import { findProductBySlug } from '#api/services/catalogue/read-products.ts';
import { countFacets, findProducts, listNewestProducts, listVariations } from '#api/services/products/products.ts';
import { Refusal } from '#api/services/refusal.ts';
import { NEW_ARRIVALS } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { Handlers } from './call-context.ts';

type CatalogueCall =
  | 'newArrivals'
  | 'subcategoryVariations'
  | 'getProducts'
  | 'productFacets'
  | 'singleProductDetails'
  | 'searchProducts';

export const catalogueHandlers: Pick<Handlers, CatalogueCall> = {
  newArrivals: async ({ context }) => ({
    success: true,
    data: await listNewestProducts(context.db, NEW_ARRIVALS),
  }),

  subcategoryVariations: async ({ context, body }) => ({
    success: true,
    data: await listVariations(context.db, body.sub_category_id),
  }),

  getProducts: async ({ context, params, body: { all_variants, ...filters } }) => ({
    success: true,
    ...(await findProducts(context.db, filters, params.page, all_variants ? 'all variants' : 'listed')),
  }),

  productFacets: async ({ context, body }) => ({
    success: true,
    data: await countFacets(context.db, body),
  }),

  singleProductDetails: async ({ context, params }) => {
    const product = await findProductBySlug(context.db, params.slug);
    if (!product) throw new Refusal(404, failure.productMissing);
    return { success: true, data: product };
  },

  searchProducts: async ({ context, params, body }) => ({
    success: true,
    ...(await findProducts(context.db, body, params.page ?? body.page)),
  }),
};
