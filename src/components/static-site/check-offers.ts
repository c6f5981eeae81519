import { hashOffer } from '#components/product/offer-hash.ts';
import { browserConnection } from '#lib/client/browser-connection.ts';
import { isOtherStore } from '#lib/client/other-store.ts';
import { APPLICATION_KEY_HEADER } from '#lib/contract/calls/application-key.ts';
import type { Product, ProductPage } from '#lib/contract/catalogue.ts';
import { PRODUCTS_PER_PAGE } from '#lib/contract/limits.ts';
import { OFFERS_STALE_MS } from '#lib/site/timings.ts';

/** Elements that show a product's price and stock, by its id. */
function listShown(): Map<string, HTMLElement[]> {
  const shown = new Map<string, HTMLElement[]>();
  for (const element of document.querySelectorAll<HTMLElement>('[data-product]')) {
    const id = element.dataset['product'] as string;
    shown.set(id, [...(shown.get(id) ?? []), element]);
  }
  return shown;
}

/** Asks the store for products by id. Throws when it does not respond; the reply is not checked yet. */
async function fetchProducts(ids: string[]): Promise<ProductPage> {
  const body = new FormData();
  body.set('product_id', ids.join(','));
  body.set('all_variants', '1');
  const headers = {
    accept: 'application/json',
    [browserConnection.applicationKeyHeader || APPLICATION_KEY_HEADER]: browserConnection.applicationKey,
  };
  const response = await fetch(`${browserConnection.base}/get-products`, { method: 'POST', headers, body });
  if (!response.ok) throw new Error(`${response.status}`);
  return (await response.json()) as ProductPage;
}

/**
 * Compares the products shown with the store's. Loads the code that updates the page only when one differs, or when the reply of another
 * store has to be read first.
 */
async function check(shown: Map<string, HTMLElement[]>, ids: string[]): Promise<void> {
  const reply = await fetchProducts(ids);
  if (!isOtherStore()) {
    const current = new Map<string, Product>(reply.data.map((product) => [String(product.product_id), product]));
    const isShown = (id: string): boolean => {
      const product = current.get(id);
      return product !== undefined && shown.get(id)?.every(({ dataset }) => dataset['offer'] === hashOffer(product)) === true;
    };
    if (ids.every(isShown)) return;
  }
  await (await import('./show-offers.ts')).showOffers(shown, ids, reply);
}

export async function checkOffers(): Promise<void> {
  const shown = listShown();
  const ids = [...shown.keys()];
  // One page of the store's listing for each request.
  const chunks = Array.from({ length: Math.ceil(ids.length / PRODUCTS_PER_PAGE) }, (_, i) =>
    ids.slice(i * PRODUCTS_PER_PAGE, (i + 1) * PRODUCTS_PER_PAGE),
  );
  await Promise.all(chunks.map((chunk) => check(shown, chunk).catch((error) => console.warn('Prices were not checked', error))));
  document.documentElement.dataset['built'] = String(Date.now());
}

const { built, listing } = document.documentElement.dataset;
if (!listing && Date.now() - Number(built) > OFFERS_STALE_MS) void checkOffers();
