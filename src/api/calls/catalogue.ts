import { countFacets } from '#api/services/facets.ts';
import { listProducts, newestProducts } from '#api/services/listing.ts';
import { productsBySlug } from '#api/services/products.ts';
import { Refusal } from '#api/services/refusal.ts';
import { searchProducts } from '#api/services/search.ts';
import { listVariations } from '#api/services/variations.ts';
import { failure } from '#lib/contract/messages.ts';
import type { Handlers } from './handler.ts';

const NEW_ARRIVALS = 12;

type CatalogueCall =
  | 'newArrivals'
  | 'subcategoryVariations'
  | 'getProducts'
  | 'productFacets'
  | 'singleProductDetails'
  | 'searchProducts';

export const catalogueCalls: Pick<Handlers, CatalogueCall> = {
  newArrivals: async ({ shop }) => ({ success: true, data: await newestProducts(shop.db, NEW_ARRIVALS) }),

  subcategoryVariations: async ({ shop, body }) => ({ success: true, data: await listVariations(shop.db, body.sub_category_id) }),

  getProducts: async ({ shop, params, body }) => ({ success: true, ...(await listProducts(shop.db, body, params.page)) }),

  productFacets: async ({ shop, body: { search, ...filters } }) => ({
    success: true,
    data: await countFacets(shop.db, search ?? '', filters),
  }),

  singleProductDetails: async ({ shop, params }) => {
    const [product] = await productsBySlug(shop.db, [params.slug]);
    if (!product) throw new Refusal(404, failure.productMissing);
    return { success: true, data: product };
  },

  searchProducts: async ({ shop, params, body }) => ({
    success: true,
    ...(await searchProducts(shop.db, body.search, body, params.page ?? body.page)),
  }),
};
