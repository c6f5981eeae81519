import type { Store } from '#api/store.ts';
import type { Call } from '#lib/contract/call.ts';
import { getProductsCall, searchProductsCall, singleProductDetailsCall } from '#lib/contract/catalogue.ts';

/** What is read of a catalogue, and how long an answer takes. */

const REQUESTS = 1000;
const WARM_UP = 50;

/** Searches as shoppers type them: the nine suggested terms of the specification, makes, colours, slips. */
const searches = [
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

const categories = [
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

const orders = ['', 'newest', 'price_asc', 'price_desc', 'name_asc'];

const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;
const chance = (share: number): boolean => Math.random() < share;

type Body = Record<string, unknown>;

/** The filters that a shop's side panel offers, each used now and then. */
const someFilters = (): Body => ({
  ...(chance(0.3) && { sub_category: pick(categories) }),
  ...(chance(0.2) && { min_price: pick([200, 500, 1000]), max_price: pick([1500, 2500, 4000]) }),
  ...(chance(0.2) && { in_stock: 1 }),
  ...(chance(0.15) && { size: pick(['M', 'S,M', 'UK 8', 'XL']) }),
  ...(chance(0.5) && { sort_by: pick(orders) }),
});

const page = (): number => (chance(0.6) ? 1 : 1 + Math.floor(Math.random() * 20));

interface Reading {
  call: Call;
  path: () => string;
  body?: () => Body;
}

export const reads: Record<'listing' | 'product' | 'search', (slugs: readonly string[]) => Reading> = {
  listing: () => ({ call: getProductsCall, path: () => `/get-products?page=${page()}`, body: someFilters }),
  product: (slugs) => ({ call: singleProductDetailsCall, path: () => `/single-product-details/${pick(slugs)}` }),
  search: () => ({
    call: searchProductsCall,
    path: () => `/search-products?page=${page()}`,
    body: () => ({ search: pick(searches), ...(chance(0.25) && someFilters()) }),
  }),
};

export interface Latency {
  p50: number;
  p99: number;
}

/** Milliseconds below which half, and all but one in a hundred, of the answers came. One request at a time, in this process. */
export async function measureLatency(store: Store, { call, path, body }: Reading): Promise<Latency> {
  const times: number[] = [];
  for (let i = -WARM_UP; i < REQUESTS; i++) {
    const request = new Request(`http://store.bench/api${path()}`, {
      method: call.method,
      headers: { 'x-app-key': 'bench', 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body()) }),
    });
    const begun = performance.now();
    const response = await store.fetch(request);
    await response.text();
    if (i >= 0) times.push(performance.now() - begun);
    if (!response.ok) throw new Error(`${call.name} answered ${response.status}`);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => times[Math.floor(times.length * share)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
