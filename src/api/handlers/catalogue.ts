import { findProductBySlug } from '#api/services/catalogue/read-products.ts';
import { countFacets, findProducts, listNewestProducts, listSubCategorySizes } from '#api/services/products/products.ts';
import { Refusal } from '#api/services/refusal.ts';
import { NEW_ARRIVALS } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { Handlers } from './call-context.ts';

export const catalogueHandlers = {
  newArrivals: async ({ db }) => ({ success: true, data: await listNewestProducts(db, NEW_ARRIVALS) }),

  subcategoryVariations: async ({ db, body }) => ({ success: true, data: await listSubCategorySizes(db, body.sub_category_id) }),

  getProducts: async ({ db, params, body: { all_variants, ...filters } }) => ({
    success: true,
    ...(await findProducts(db, filters, params.page, all_variants ? 'all variants' : 'listed')),
  }),

  productFacets: async ({ db, body }) => ({ success: true, data: await countFacets(db, body) }),

  singleProductDetails: async ({ db, params }) => {
    const product = await findProductBySlug(db, params.slug);
    if (!product) throw new Refusal(404, failure.productMissing);
    return { success: true, data: product };
  },

  searchProducts: async ({ db, params, body }) => ({
    success: true,
    ...(await findProducts(db, body, params.page ?? body.page)),
  }),
} satisfies Partial<Handlers>;
