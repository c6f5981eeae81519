import type { Facets } from '#lib/contract/catalogue.ts';
import type { SortOrder } from '#lib/contract/listing/filters.ts';
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
/** Some of them are the category of other products. */
const collections = ['Diwali Sale', 'New!', 'T-Shirts', 'पोशाक'];
const sizes = ['S', 's', 'M', 'm', 'XL', 'xl', 'UK 7', 'uk 7', 'Free size'];
/** Colours as shops name them, with their families. */
const colours: Readonly<Record<string, string | undefined>> = {
  Navy: 'blue',
  'Sky Blue': 'blue',
  'Off White': 'white',
  लाल: 'red',
  Black: 'black',
  'Red & Green': 'multicolour',
  Floral: undefined,
};
const fabrics = ['Cotton', 'cotton', 'Linen', 'Cotton, Linen'];
const fits = ['Slim', 'Loose'];
const days = ['2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', '2026-01-03T00:00:00.000Z'];

/** A product of a random catalogue. */
export interface RandomProduct extends NewProduct {
  id: number;
  price: number;
  stock: number | Record<string, number>;
  /** Places of its words in `words`. */
  words: ReadonlySet<number>;
  /** What can be bought. */
  variants: readonly RandomVariant[];
}

interface RandomVariant {
  /** As in the option, undefined without one. */
  size: string | undefined;
  /** Family. */
  colour: string | undefined;
  units: number;
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
    colour?: string;
    brand?: string;
    min_discount?: number;
    fact?: string;
    sort_by?: SortOrder;
  };
  search: string;
  words: readonly number[];
}

/** A word of four letters for each number below 17,576, of which the order is the same in every collation. */
const code = (i: number): string =>
  `q${[676, 26, 1].map((unit) => String.fromCharCode(97 + (Math.floor(i / unit) % 26))).join('')}`;

export const some = <Item>({ once }: Random, items: readonly Item[], times: number): Item[] => items.filter(() => once(times));

/** The options of a product, each with its name, values and the colour or size that a value is. */
const optionLists = {
  '': [],
  Size: [sizes],
  'Size / Colour': [sizes.slice(2, 6), Object.keys(colours)],
  'Colour / UK Size': [Object.keys(colours), sizes.slice(6, 8)],
  Colour: [Object.keys(colours)],
  Material: [['Oak', 'Teak']],
} satisfies Record<string, readonly (readonly string[])[]>;

/** Variants of a product by the names of its options; of none one without a name. */
function randomVariants(random: Random, optionName: keyof typeof optionLists): Record<string, string>[] {
  const names = optionName.split(' / ');
  return optionLists[optionName].reduce<Record<string, string>[]>(
    (variants, values, i) => {
      const own = some(random, values, 3);
      const chosen = own.length > 0 ? own : values.slice(0, 1);
      return variants.flatMap((variant) => chosen.map((value) => ({ ...variant, [names[i] ?? '']: value })));
    },
    [{}],
  );
}

/** A random product, and its fields for `addProduct`. */
export function randomProduct(random: Random, i: number): Omit<RandomProduct, 'id'> {
  const places = [...words.keys()].filter(() => random.once(6));
  const [name, keywords, description, brand] = [[], [], [], []] as string[][] as [string[], string[], string[], string[]];
  for (const place of places)
    random.pick([name, keywords, description, ...(brand.length === 0 ? [brand] : [])]).push(random.pick(words[place] ?? []));
  const optionName = random.pick(Object.keys(optionLists) as (keyof typeof optionLists)[]);
  const [label, fact] = [
    rarely(random, 4, random.pick(Object.keys(colours))),
    rarely(random, 4, random.pick(Object.keys(colours))),
  ];
  const bought = randomVariants(random, optionName).map((values) => ({ values, units: random.below(3) }));
  const category = random.pick(categories);
  const price = 9_900 + random.below(12) * 5_050;
  return {
    name: [random.once(2) ? code((i * 7919) % 17_576) : code((i * 7919) % 17_576).toUpperCase(), ...name].join(' '),
    slug: `product-${i}`,
    category,
    collections: some(random, collections, 4).filter((name) => name !== category),
    brand: brand[0] ?? random.pick(['', 'Puma', 'PUMA', 'Aranya']),
    keywords: keywords.join(','),
    description: `<p>${description.join(' ')}</p>`,
    price,
    mrp: price + random.below(4) * random.below(4_000),
    stock:
      optionName === ''
        ? (bought[0]?.units ?? 0)
        : Object.fromEntries(bought.map(({ values, units }) => [Object.values(values).join(' / '), units])),
    ...(optionName !== '' && optionName !== 'Size' && { optionName }),
    ...(label && { colour: label }),
    facts: {
      ...(fact && { [random.pick(['Colour', 'shade'])]: fact }),
      ...(random.once(2) && { Fabric: random.pick(fabrics) }),
      ...(random.once(2) && { fit: random.pick(fits) }),
    },
    variants: bought.map(({ values, units }) => ({
      size: values['Size'] ?? values['UK Size'],
      colour: colours[values['Colour'] ?? label ?? fact ?? ''],
      units,
    })),
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
    sub_category: rarely(random, 3, some(random, [...new Set([...categories, ...collections])], 2).join(',')),
    min_price: rarely(random, 3, 48.5 + random.below(14) * 50.5),
    max_price: rarely(random, 3, 149.5 + random.below(14) * 50.5),
    size: rarely(random, 3, some(random, sizes, 3).join(',')),
    in_stock: rarely(random, 4, true),
    out_of_stock: rarely(random, 4, true),
    colour: rarely(random, 4, some(random, families, 3).join(',')),
    brand: rarely(random, 5, some(random, ['puma', 'Aranya', 'silk', 'KERALA', 'Straße'], 2).join(',')),
    min_discount: rarely(random, 5, random.below(40) / 2),
    fact: rarely(random, 5, some(random, factValues, 2).join(',')),
    sort_by: rarely(random, 2, random.pick(['newest', 'price_asc', 'price_desc', 'name_asc'] as const)),
  };
  const present = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  return { body: present, search: searched.map((place) => random.pick(words[place] ?? [])).join(' '), words: searched };
}

const families = [...new Set(Object.values(colours).flatMap((family) => family ?? []))];

/** Facts by which shoppers of the random catalogue filter. */
export const filterFacts = ['Fabric', 'Fit'];
const factValues = ['Fabric:cotton', 'fabric:Linen', 'Fit:Slim', 'Fit:loose'];

const splitList = (text: string | undefined): string[] => text?.split(',').filter(Boolean) ?? [];

const isWithStock = (stock: number, { in_stock, out_of_stock }: RandomRequest['body']): boolean =>
  Boolean(in_stock) === Boolean(out_of_stock) || (in_stock ? stock > 0 : stock === 0);

/** Names of all categories that list a product. */
export const listsOf = ({ category, collections: others = [] }: RandomProduct): string[] => [category, ...others];

/** The sizes of a product in lower case. */
export const sizesOf = ({ variants }: RandomProduct): Set<string> =>
  new Set(variants.flatMap(({ size }) => size?.toLowerCase() ?? []));

const stockOf = ({ variants }: RandomProduct): number => variants.reduce((sum, { units }) => sum + units, 0);

/** The facts of a product by which shoppers filter, such as "fabric:cotton". */
const factsOf = ({ facts = {} }: RandomProduct): string[] =>
  Object.entries(facts).flatMap(([name, value]) => value.split(', ').map((part) => `${name}:${part}`.toLowerCase()));

const discountOf = ({ price, mrp = price }: RandomProduct): number => Math.floor(((mrp - price) * 100) / mrp);

/** Whether filters let a product through. */
function passes(product: RandomProduct, body: RandomRequest['body']): boolean {
  const rupees = product.price / 100;
  const [wantedSizes, wantedColours] = [splitList(body.size).map((size) => size.toLowerCase()), splitList(body.colour)];
  const brands = splitList(body.brand).map((brand) => brand.toLowerCase());
  const facts = splitList(body.fact).map((fact) => fact.toLowerCase());
  const hasFact = Map.groupBy(facts, (fact) => fact.split(':')[0]);
  const isWanted = ({ size, colour }: RandomVariant): boolean =>
    (wantedSizes.length === 0 || wantedSizes.includes(size?.toLowerCase() ?? '')) &&
    (wantedColours.length === 0 || wantedColours.includes(colour ?? ''));
  return (
    (!body.sub_category || splitList(body.sub_category).some((name) => listsOf(product).includes(name))) &&
    rupees >= (body.min_price ?? 0) &&
    rupees <= (body.max_price ?? Number.POSITIVE_INFINITY) &&
    (brands.length === 0 || brands.includes(product.brand?.toLowerCase() ?? '')) &&
    discountOf(product) >= (body.min_discount ?? 0) &&
    [...hasFact.values()].every((wanted) => wanted.some((fact) => factsOf(product).includes(fact))) &&
    (wantedSizes.length + wantedColours.length > 0
      ? product.variants.some((variant) => isWanted(variant) && isWithStock(variant.units, body))
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

type PriceBands = NonNullable<Facets['price_bands']>;

/** Counts of each filter option: categories by name, sizes, brands and facts in lower case, prices in rupees; and of the bands of the store. */
export function naiveFacets(products: readonly RandomProduct[], { body, words }: RandomRequest, bands: PriceBands) {
  const matching = (change: RandomRequest['body']) =>
    withWords(products, words).filter((product) => passes(product, { ...body, ...change }));
  const countBy = (keys: readonly string[]) =>
    Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, all]) => [key, all.length]));
  const anyPrice = matching({ min_price: 0, max_price: Number.POSITIVE_INFINITY });
  const prices = anyPrice.map(({ price }) => price / 100);
  const allSizes = [...new Set(sizes.map((size) => size.toLowerCase()))];
  const discounts = [10, 20, 30, 40, 50].map((percent) => [percent, matching({ min_discount: percent }).length] as const);
  const countFact = (fact: string) => {
    const [name] = fact.split(':');
    const others = splitList(body.fact).filter((item) => item.toLowerCase().split(':')[0] !== name);
    return matching({ fact: [...others, fact].join(',') }).map(() => fact);
  };
  return {
    sub_categories: countBy(matching({ sub_category: '' }).flatMap(listsOf)),
    sizes: countBy(allSizes.flatMap((size) => matching({ size }).map(() => size))),
    in_stock: matching({ in_stock: true, out_of_stock: false }).length,
    out_of_stock: matching({ in_stock: false, out_of_stock: true }).length,
    price: prices.length > 0 ? { min: Math.min(...prices), max: Math.max(...prices) } : null,
    colours: countBy(families.flatMap((colour) => matching({ colour }).map(() => colour))),
    brands: countBy(matching({ brand: '' }).flatMap(({ brand }) => brand?.toLowerCase() || [])),
    discounts: Object.fromEntries(discounts.filter(([, count], i) => count > 0 && count !== discounts[i + 1]?.[1])),
    price_bands: {
      // Prices that no round one divides have no bands.
      total: bands.length > 0 ? prices.length : 0,
      bands: bands.map(({ min, max }) => ({
        ...{ ...(min && { min }), ...(max && { max }) },
        count: matching({ min_price: Number(min ?? 0), max_price: Number(max ?? Number.POSITIVE_INFINITY) }).length,
      })),
    },
    facts: countBy([...new Set(factValues.map((fact) => fact.toLowerCase()))].flatMap(countFact)),
  } satisfies Record<Exclude<keyof Facets, 'more'>, unknown>;
}
