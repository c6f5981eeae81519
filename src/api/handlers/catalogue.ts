import type { Db } from '#api/database/schema/engine.ts';
import { listNewestProducts, listProducts } from '#api/services/catalogue/listing.ts';
import { findProductBySlug } from '#api/services/catalogue/read-products.ts';
import { listVariations } from '#api/services/catalogue/sub-category-sizes.ts';
import { waitForColumns } from '#api/services/columns/current-columns.ts';
import { Refusal } from '#api/services/refusal.ts';
import { countFacets } from '#api/services/search/facets.ts';
import { searchCatalogue } from '#api/services/search/search.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { CallContext, Handlers } from './call-context.ts';

const NEW_ARRIVALS = 12;

type CatalogueCall =
  | 'newArrivals'
  | 'subcategoryVariations'
  | 'getProducts'
  | 'productFacets'
  | 'singleProductDetails'
  | 'searchProducts';

/** Reads what takes long without columns. */
async function readWithColumns<T>({ db }: CallContext, read: (db: Db) => Promise<T>): Promise<T> {
  await waitForColumns(db);
  return read(db);
}

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
    ...(await readWithColumns(context, (db) => listProducts(db, filters, params.page, all_variants ? 'all variants' : 'listed'))),
  }),

  productFacets: async ({ context, body: { search, ...filters } }) => ({
    success: true,
    data: await readWithColumns(context, (db) => countFacets(db, search ?? '', filters)),
  }),

  singleProductDetails: async ({ context, params }) => {
    const product = await findProductBySlug(context.db, params.slug);
    if (!product) throw new Refusal(404, failure.productMissing);
    return { success: true, data: product };
  },

  searchProducts: async ({ context, params, body }) => ({
    success: true,
    ...(await readWithColumns(context, (db) => searchCatalogue(db, body.search, body, params.page ?? body.page))),
  }),
};
