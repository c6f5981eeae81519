import { chance, pick } from '#bench/measure/random.ts';
import { percentile } from '#bench/measure/statistics.ts';
import { callStore } from '#bench/measure/store.ts';
import type { Store } from '../../src/api/embedded-store.ts';
import type { Call } from '../../src/lib/contract/calls/define-call.ts';
import {
  getProductsCall,
  productFacetsCall,
  searchProductsCall,
  singleProductDetailsCall,
} from '../../src/lib/contract/catalogue.ts';

const REQUESTS = 1000;
const WARM_UP = 50;

/** Typical searches: the nine suggested terms of the specification, brands, colours, typing errors. */
export const searches = [
  ...['T-Shirts', 'Shirts', 'Denims', "Men's - Watch", "Women's - Watch", 'Handbags', "Men's Shoes", 'Wallet', 'Caps'],
  ...[
    'nike',
    'puma black shoes',
    'blue kurta',
    'red dress for women',
    'sun glasses',
    'tshrt',
    'adidas sandels',
    'peter england shirt',
  ],
  ...['men', 'leather belt brown', 'casual shirts for men', 'jeens', 'titan watch women', 'flip flop', 'lipstik', 'turtle'],
];

export const categories = [
  'Tshirts',
  'Shirts',
  'Casual Shoes',
  'Watches',
  'Kurtas',
  'Tops',
  'Handbags',
  'Heels',
  'Caps',
  'Ties',
  'Jeans',
];

export const orders = ['', 'newest', 'price_asc', 'price_desc', 'name_asc'];

type Body = Record<string, unknown>;

/** A random choice of the filters of the listing page. */
export const randomFilters = (): Body => ({
  ...(chance(0.3) && { sub_category: pick(categories) }),
  ...(chance(0.2) && { min_price: pick([200, 500, 1000]), max_price: pick([1500, 2500, 4000]) }),
  ...(chance(0.2) && { in_stock: 1 }),
  ...(chance(0.15) && { size: pick(['M', 'S,M', 'UK 8', 'XL']) }),
  ...(chance(0.5) && { sort_by: pick(orders) }),
});

const randomPage = (): number => (chance(0.6) ? 1 : 1 + Math.floor(Math.random() * 20));

export interface ReadRequest {
  call: Call;
  path: () => string;
  body?: () => Body;
}

export const reads: Record<'listing' | 'facets' | 'product' | 'search', (slugs: readonly string[]) => ReadRequest> = {
  listing: () => ({ call: getProductsCall, path: () => `/get-products?page=${randomPage()}`, body: randomFilters }),
  facets: () => ({
    call: productFacetsCall,
    path: () => '/product-facets',
    body: () => ({ ...(chance(0.4) && { search: pick(searches) }), ...randomFilters() }),
  }),
  product: (slugs) => ({ call: singleProductDetailsCall, path: () => `/single-product-details/${pick(slugs)}` }),
  search: () => ({
    call: searchProductsCall,
    path: () => `/search-products?page=${randomPage()}`,
    body: () => ({ search: pick(searches), ...(chance(0.25) && randomFilters()) }),
  }),
};

/** Latencies in milliseconds. */
export interface Latency {
  p50: number;
  p99: number;
  slowest: number;
}

export const toLatency = (times: readonly number[]): Latency => ({
  p50: percentile(times, 0.5),
  p99: percentile(times, 0.99),
  slowest: Math.max(...times),
});

/** Measures latencies, one request at a time, in this process. */
export async function measureLatency(
  store: Store,
  { call, path, body }: ReadRequest,
  { requests = REQUESTS, warmUp = WARM_UP }: { requests?: number; warmUp?: number } = {},
): Promise<Latency> {
  const times: number[] = [];
  for (let i = -warmUp; i < requests; i++) {
    const options = { method: call.method, path: path(), body: body?.() };
    const start = performance.now();
    const response = await callStore(store, options);
    await response.text();
    if (i >= 0) times.push(performance.now() - start);
    if (!response.ok) throw new Error(`${call.name} answered ${response.status}`);
  }
  return toLatency(times);
}
