import { cdnHeaders } from '#api/services/cache-control.ts';
import type { Call, ParsedBodyOf, ReplyOf } from '#lib/contract/calls/define-call.ts';
import type { Product } from '#lib/contract/catalogue.ts';
import type { HomeSection } from '#lib/contract/store.ts';
import {
  joinKeys,
  keyOfCategory,
  keyOfProduct,
  LISTING_KEY,
  STORE_KEY,
  SURROGATE_KEY_HEADER,
} from '#lib/rules/http/surrogate-keys.ts';
import { foldName, fromListItem } from '#lib/rules/text.ts';

/** What a CDN in front may keep; undefined settings mean that there is none. */
export interface CdnSettings {
  /** How long the CDN keeps pages and catalogue replies, in seconds. */
  ttlSeconds: number;
  /** The URL that is told what changed, and the bearer token sent along. */
  purge?: { url: string; token: string | undefined } | undefined;
}

const keysOf = (products: readonly Product[]): string[] => products.map(({ product_id }) => keyOfProduct(product_id));

/**
 * The id of the sub-category that a list was filtered by, as far as its products tell it: one that is the first of none of them is not named in
 * the reply.
 */
function findFiltered(data: readonly Product[], idOrName: string): number | undefined {
  const name = foldName(fromListItem(idOrName));
  const categories = data.map(({ sub_category }) => sub_category);
  const found =
    categories.find(({ sub_category_name }) => foldName(sub_category_name) === name) ??
    categories.find(({ id }) => String(id) === idOrName.trim());
  return found?.id;
}

/**
 * The keys of a list of products. One of a single sub-category depends on the products of that alone; a name may contain a comma, so text
 * with one counts as several.
 */
function listKeys({ data }: { data: Product[] }, { sub_category = '' }: { sub_category?: string | undefined } = {}): string[] {
  const filtered = sub_category.includes(',') ? undefined : findFiltered(data, sub_category);
  return [filtered === undefined ? LISTING_KEY : keyOfCategory(filtered), ...keysOf(data)];
}

/** The keys of what a catalogue reply shows, by call. Calls that are not listed are personal or not about the catalogue. */
const replyKeys: Readonly<Record<string, (reply: never, body: never) => string[]>> = {
  storeInfo: () => [],
  homePageSections: ({ data }: { data: HomeSection[] }) => [
    LISTING_KEY,
    ...data.flatMap((section) => (section.type === 'products' ? keysOf(section.products) : [])),
  ],
  newArrivals: (reply: { data: Product[] }) => listKeys(reply),
  getProducts: listKeys,
  searchProducts: (reply: { data: Product[] }) => listKeys(reply),
  productFacets: () => [LISTING_KEY],
  subcategoryVariations: () => [LISTING_KEY],
  singleProductDetails: ({ data }: { data: Product }) => keysOf([data]),
};

/**
 * Headers of a successful catalogue reply behind a CDN: its surrogate keys, which also tell pages what they show, and for GET permission to
 * keep it while `isCurrent`. Empty for any other reply.
 */
export function cdnReplyHeaders<C extends Call>(
  call: C,
  body: ParsedBodyOf<C>,
  reply: ReplyOf<C>,
  { ttlSeconds }: CdnSettings,
  isCurrent: boolean,
): Record<string, string> {
  const read = replyKeys[call.name];
  if (!read) return {};
  const keys = joinKeys([STORE_KEY, ...read(reply as never, body as never)]);
  return call.method === 'GET' && isCurrent ? cdnHeaders(ttlSeconds, keys) : { [SURROGATE_KEY_HEADER]: keys };
}
