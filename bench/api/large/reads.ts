import { categories, orders, type ReadRequest, randomFilters, reads, searches } from '#bench/api/reads.ts';
import { generateProduct } from '#bench/measure/generated-product.ts';
import { chance, pick } from '#bench/measure/random.ts';
import { getProductsCall, productFacetsCall, searchProductsCall } from '../../../src/lib/contract/catalogue.ts';
import { PRODUCTS_PER_PAGE } from '../../../src/lib/contract/limits.ts';

const randomPrice = (): number => 200 + Math.floor(Math.random() * 4000);

/** One to three words of a product, which are seldom searched for twice. */
function randomWords(products: number): string {
  const { name, category, keywords } = generateProduct(1 + Math.floor(Math.random() * products));
  const words = `${name} ${category} ${keywords}`.split(' ');
  return Array.from({ length: 1 + Math.floor(Math.random() * 3) }, () => pick(words)).join(' ');
}

/** The first page of a search. */
const search = (text: () => string): ReadRequest => ({
  call: searchProductsCall,
  path: () => '/search-products?page=1',
  body: () => ({ search: text() }),
});

/** One page of the first pages of a listing with these filters. */
const listing = (body: () => Record<string, unknown>): ReadRequest => ({
  call: getProductsCall,
  path: () => `/get-products?page=${1 + Math.floor(Math.random() * 20)}`,
  body,
});

/** The reads of a shop with this many products, by name. Filters are seldom the same twice, so that few totals are cached. */
export const largeReads = (slugs: readonly string[], products: number): Record<string, ReadRequest> => ({
  listing: reads.listing(slugs),
  'deep page': {
    call: getProductsCall,
    path: () => `/get-products?page=${1 + Math.floor((Math.random() * products) / PRODUCTS_PER_PAGE)}`,
    body: () => ({ sort_by: pick(orders) }),
  },
  'by category': listing(() => ({ sub_category: pick(categories), sort_by: pick(orders) })),
  'by price': listing(() => ({ min_price: randomPrice(), sort_by: pick(orders) })),
  'by stock': listing(() => ({ [pick(['in_stock', 'out_of_stock'])]: 1, min_price: randomPrice() })),
  'by size': listing(() => ({ size: pick(['M', 'S,M', 'UK 8', 'XL']), min_price: randomPrice(), sort_by: pick(orders) })),
  search: reads.search(slugs),
  'search for new words': search(() => randomWords(products)),
  // One or two letters are missing at the end.
  'search while typing': search(() => randomWords(products).slice(0, -1 - Math.floor(Math.random() * 2))),
  'search for two letters': search(() => randomWords(products).slice(0, 2)),
  product: reads.product(slugs),
  facets: {
    call: productFacetsCall,
    path: () => '/product-facets',
    body: () => ({ ...(chance(0.3) && { search: pick(searches) }), ...randomFilters(), min_price: randomPrice() }),
  },
});
