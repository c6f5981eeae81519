import type { Call, ReplyOf } from '#lib/contract/calls/define-call.ts';
import { readyzCall } from '#lib/contract/calls/monitoring-and-webhooks.ts';
import { getProductsCall, type Product, type ProductPage } from '#lib/contract/catalogue.ts';
import { type PartialStoreInfo, storeInfoCall } from '#lib/contract/store.ts';
import { normaliseReply } from '#lib/rules/normalise/index.ts';
import { listPictures } from '#lib/rules/pictures/reference.ts';
import { parseJson } from '#lib/rules/text.ts';
import { StartFailure } from '#server/process/explain-start-failure.ts';
import { hashVisible, productKey, type StoreReader } from './store-reader.ts';

/** What a static build knows of a product before its page is rendered. */
export interface ListedProduct {
  slug: string;
  oldSlugs: readonly string[];
  category: string;
}

/** The catalogue as far as it decides which files a static site has. */
export interface Catalogue {
  store: PartialStoreInfo;
  products: ListedProduct[];
  /** Hashes of the replies that were read, by call, and of each product's own (see `StoreReader`). */
  knownHashes: [string, string][];
  pictures: Set<string>;
  /** The catalogue revision; undefined if the store does not report one. */
  revision: number | undefined;
}

/** Listing pages that are read at a time. */
const CONCURRENCY = 4;

/** A listing is read again if the catalogue has changed meanwhile, up to this many times. */
const MAX_READS = 3;

async function readParsed<C extends Call>(reader: StoreReader, key: string, call: C, params = {}): Promise<ReplyOf<C>> {
  const { text, status } = await reader.read(key);
  const json = parseJson(text);
  const parsed = call.reply.safeParse(json);
  if (parsed.success) return parsed.data as ReplyOf<C>;
  const isJson = typeof json === 'object' && json !== null;
  const { reply } = isJson ? normaliseReply(call, { json, ok: status < 300, sent: { params } }) : {};
  if (reply) return reply;
  const [method, path] = JSON.parse(key) as [string, string];
  throw new StartFailure(
    `The store answered ${method} ${path} with ${status} and something else than expected. STORE_API_URL and PUBLIC_STORE_API_URL must be the base of a store API, such as https://api.shop.example/api`,
  );
}

/** The call of feeds and sitemaps; its rows equal the replies of single products. */
const listingKey = (page: number): string =>
  JSON.stringify(['POST', `${getProductsCall.path}?page=${page}`, [['all_variants', '1']]]);

/** Reads the current catalogue revision; undefined if the store does not report one. Throws a `StartFailure` if it cannot be reached. */
export async function readCatalogueRevision(reader: StoreReader): Promise<number | undefined> {
  const { text } = await reader.read(JSON.stringify(['GET', readyzCall.path]));
  const parsed = readyzCall.reply.safeParse(parseJson(text));
  return parsed.success ? parsed.data.revision : undefined;
}

/** Reads pages until one brings no product that is new. */
async function readUncounted(first: ProductPage, read: (page: number) => Promise<ProductPage>): Promise<Product[][]> {
  const pages = [first.data];
  const known = new Set(first.data.map(({ product_id }) => product_id));
  for (let last = first.last_page; pages.length < last; ) {
    const { data, last_page } = await read(pages.length + 1);
    if (data.every(({ product_id }) => known.has(product_id))) break;
    for (const { product_id } of data) known.add(product_id);
    pages.push(data);
    last = last_page;
  }
  return pages;
}

async function readListing(reader: StoreReader): Promise<Product[][]> {
  const read = (page: number) => readParsed(reader, listingKey(page), getProductsCall, { page });
  const first = await read(1);
  if (first.uncounted) return readUncounted(first, read);
  const pages = [first.data];
  let next = 2;
  // A store that does not count all of them has further pages until one is empty.
  let last = first.more ? Number.POSITIVE_INFINITY : first.last_page;
  const readOthers = async (): Promise<void> => {
    for (let page = next++; page <= last; page = next++) {
      const { data } = await read(page);
      if (data.length > 0 || !first.more) pages[page - 1] = data;
      else last = Math.min(last, page - 1);
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, readOthers));
  return pages;
}

/**
 * Reads the store's settings and all products. `openReader` returns a reader without earlier replies. Throws a `StartFailure` if the
 * store cannot be read.
 */
export async function readCatalogue(openReader: () => StoreReader): Promise<Catalogue> {
  for (let reads = 1; ; reads++) {
    const reader = openReader();
    const revision = await readCatalogueRevision(openReader());
    const { storeinfo: store } = await readParsed(reader, JSON.stringify(['POST', storeInfoCall.path, '{}']), storeInfoCall);
    const pages = await readListing(reader);
    const products = pages.flat();
    const isSettled = revision === (await readCatalogueRevision(openReader()));
    if (!isSettled && reads < MAX_READS) continue;
    const bySlug = new Map(products.map((product) => [product.slug, product]));
    return {
      store,
      revision: isSettled ? revision : undefined,
      pictures: new Set(products.flatMap(listPictures)),
      products: [...bySlug.values()].map((product) => ({
        slug: product.slug,
        oldSlugs: product.old_slugs ?? [],
        category: product.sub_category.sub_category_name,
      })),
      // Another store may write a product in a list otherwise than alone.
      knownHashes:
        store.api === undefined
          ? []
          : [
              ...pages.map((page, i): [string, string] => [listingKey(i + 1), hashVisible(JSON.stringify(page))]),
              ...products.map((product): [string, string] => [productKey(product.slug), hashVisible(JSON.stringify(product))]),
            ],
    };
  }
}
