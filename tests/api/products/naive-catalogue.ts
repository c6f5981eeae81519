import type { Facets, SortOrder } from '#lib/contract/catalogue.ts';
import type { Random } from '#tests/server/sockets/seeded-random.ts';
import type { NewProduct } from '#tests/support/store/products.ts';

/** Words in spellings that readers take for equal. No word begins another, and none is in the name of a category. */
const words = [
  ['साड़ी', 'साडी'],
  ['हिन्दी', 'हिंदी'],
  ['চাঁদর', 'চাংদর'],
  ['കുര്\u200dത്ത', 'കുർത്ത'],
  ['பட்டு'],
  ['اُردو', 'اردو'],
  ['Kérala', 'KERALA', 'kerala'],
  ['Straße', 'strasse'],
  ['Table\u00adcloth', 'tablecloth'],
  ['२४०', '240'],
  ['silk', 'SILK'],
  ['linen'],
];
const categories = ['Shirts', 'T-Shirts', 'पोशाक', 'Mugs & Cups', "Men's - Watch"];
const sizes = ['S', 's', 'M', 'm', 'XL', 'xl', 'UK 7', 'uk 7', 'Free size'];
const days = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];

/** A product of a random catalogue. */
export interface RandomProduct extends NewProduct {
  id: number;
  price: number;
  stock: number | Record<string, number>;
  /** Places of its words in `words`. */
  words: ReadonlySet<number>;
}

/** Filters, an order and a search text, as a call's body, and the places of the words that are searched for. */
export interface RandomRequest {
  body: {
    sub_category?: string;
    min_price?: number;
    max_price?: number;
    size?: string;
    in_stock?: boolean;
    out_of_stock?: boolean;
    sort_by?: SortOrder;
  };
  search: string;
  words: readonly number[];
}

/** A word of four letters for each number below 17,576, of which the order is the same in every collation. */
const code = (i: number): string =>
  `q${[676, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(i / unit) % 26))).join('')}`;

export const some = <Item>({ once }: Random, items: readonly Item[], times: number): Item[] => items.filter(() => once(times));

/** A random product, and its fields for `addProduct`. */
export function randomProduct(random: Random, i: number): Omit<RandomProduct, 'id'> {
  const places = [...words.keys()].filter(() => random.once(6));
  const [name, keywords, description, brand] = [[], [], [], []] as string[][] as [string[], string[], string[], string[]];
  for (const place of places) random.pick([name, keywords, description, brand]).push(random.pick(words[place] ?? []));
  const own = some(random, sizes, 4);
  return {
    name: [random.once(2) ? code((i * 7919) % 17_576) : code((i * 7919) % 17_576).toUpperCase(), ...name].join(' '),
    slug: `product-${i}`,
    category: random.pick(categories),
    brand: brand.join(' '),
    keywords: keywords.join(','),
    description: `<p>${description.join(' ')}</p>`,
    price: 9_900 + random.below(12) * 5_050,
    stock: own.length > 0 ? Object.fromEntries(own.map((size) => [size, random.below(3)])) : random.below(2),
    active: !random.once(8),
    createdAt: random.pick(days),
    words: new Set(places),
  };
}

const rarely = <Value>({ once }: Random, times: number, value: Value): Value | undefined => (once(times) ? value : undefined);

/** A random request for products of a catalogue; it searches only for words that the catalogue has. */
export function randomRequest(random: Random, products: readonly RandomProduct[]): RandomRequest {
  const known = new Set(products.filter(({ active }) => active).flatMap(({ words }) => [...words]));
  const searched = random.once(2) ? some(random, [...known], 6).slice(0, 3) : [];
  const body = {
    sub_category: rarely(random, 3, some(random, categories, 2).join(',')),
    min_price: rarely(random, 3, 48.5 + random.below(14) * 50.5),
    max_price: rarely(random, 3, 149.5 + random.below(14) * 50.5),
    size: rarely(random, 3, some(random, sizes, 3).join(',')),
    in_stock: rarely(random, 4, true),
    out_of_stock: rarely(random, 4, true),
    sort_by: rarely(random, 2, random.pick(['newest', 'price_asc', 'price_desc', 'name_asc'] as const)),
  };
  const present = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  return { body: present, search: searched.map((place) => random.pick(words[place] ?? [])).join(' '), words: searched };
}

const splitList = (text: string | undefined): string[] => text?.split(',').filter(Boolean) ?? [];

const isWithStock = (stock: number, { in_stock, out_of_stock }: RandomRequest['body']): boolean =>
  Boolean(in_stock) === Boolean(out_of_stock) || (in_stock ? stock > 0 : stock === 0);

/** The sizes of a product in lower case, each with the stocks of its spellings. */
export function sizesOf({ stock }: RandomProduct): Map<string, number[]> {
  const entries = typeof stock === 'number' ? [] : Object.entries(stock);
  return new Map(
    [...Map.groupBy(entries, ([size]) => size.toLowerCase())].map(([size, spelt]) => [size, spelt.map(([, units]) => units)]),
  );
}

const stockOf = ({ stock }: RandomProduct): number =>
  typeof stock === 'number' ? stock : Object.values(stock).reduce((sum, units) => sum + units, 0);

/** Whether filters let a product through. */
function passes(product: RandomProduct, body: RandomRequest['body']): boolean {
  const rupees = product.price / 100;
  const wanted = splitList(body.size).map((size) => size.toLowerCase());
  const own = sizesOf(product);
  return (
    (!body.sub_category || splitList(body.sub_category).includes(product.category)) &&
    rupees >= (body.min_price ?? 0) &&
    rupees <= (body.max_price ?? Number.POSITIVE_INFINITY) &&
    (wanted.length > 0
      ? wanted.some((size) => own.get(size)?.some((units) => isWithStock(units, body)))
      : isWithStock(stockOf(product), body))
  );
}

/** The products on sale with all of the words; if there are none, with any. */
function withWords(products: readonly RandomProduct[], searched: readonly number[]): RandomProduct[] {
  const onSale = products.filter(({ active }) => active);
  const all = onSale.filter((product) => searched.every((place) => product.words.has(place)));
  return all.length > 0 ? all : onSale.filter((product) => searched.some((place) => product.words.has(place)));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const orders: Record<SortOrder, (a: RandomProduct, b: RandomProduct) => number> = {
  newest: (a, b) => compare(b.createdAt ?? '', a.createdAt ?? '') || b.id - a.id,
  price_asc: (a, b) => a.price - b.price || a.id - b.id,
  price_desc: (a, b) => b.price - a.price || b.id - a.id,
  name_asc: (a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()),
};

/** The matching products, sorted by the order that is asked for or `newest`. */
export const naiveMatches = (products: readonly RandomProduct[], { body, words }: RandomRequest): RandomProduct[] =>
  withWords(products, words)
    .filter((product) => passes(product, body))
    .sort(orders[body.sort_by ?? 'newest']);

/** Counts of each filter option: categories by name, sizes in lower case, prices in rupees. */
export function naiveFacets(products: readonly RandomProduct[], { body, words }: RandomRequest) {
  const matching = (change: RandomRequest['body']) =>
    withWords(products, words).filter((product) => passes(product, { ...body, ...change }));
  const countBy = (keys: readonly string[]) =>
    Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, all]) => [key, all.length]));
  const prices = matching({ min_price: 0, max_price: Number.POSITIVE_INFINITY }).map(({ price }) => price / 100);
  const allSizes = [...new Set(sizes.map((size) => size.toLowerCase()))];
  return {
    sub_categories: countBy(matching({ sub_category: '' }).map(({ category }) => category)),
    sizes: countBy(allSizes.flatMap((size) => matching({ size }).map(() => size))),
    in_stock: matching({ in_stock: true, out_of_stock: false }).length,
    out_of_stock: matching({ in_stock: false, out_of_stock: true }).length,
    price: prices.length > 0 ? { min: Math.min(...prices), max: Math.max(...prices) } : null,
  } satisfies Record<Exclude<keyof Facets, 'more'>, unknown>;
}
