import ProductCard from '#components/catalogue/ProductCard.astro';
import { hashOffer } from '#components/product/offer-hash.ts';
import { browserConnection } from '#lib/client/browser-connection.ts';
import { isOtherStore } from '#lib/client/other-store.ts';
import { parseReply } from '#lib/client/parse-reply.ts';
import { isRefused, request } from '#lib/client/request.ts';
import { dispatchWindowEvent } from '#lib/client/window-events.ts';
import { getProductsCall, type Product, singleProductDetailsCall } from '#lib/contract/catalogue.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { renderToHtml } from './astro-runtime.ts';

/** Parts of a card that show price, discount and stock. */
const CARD_PARTS = ['.prices', '.off', '.card-note'];

/** Shows a card's current price and stock note; a product that is gone leaves the list. Another store may have sent a shorter page. */
async function updateCard(card: HTMLElement, product: Product | undefined): Promise<void> {
  if (!product) return isOtherStore() ? undefined : card.remove();
  const drawn = document.createElement('template');
  drawn.innerHTML = await renderToHtml(ProductCard, { product, sizes: '' });
  for (const part of CARD_PARTS) {
    const [shown, fresh] = [card.querySelector(part), drawn.content.querySelector(part)];
    if (shown && fresh) shown.replaceWith(fresh);
    else if (fresh) card.querySelector('.picture')?.append(fresh);
    else shown?.remove();
  }
}

/** Shows the product page's current prices and sizes, by its buy box; a product that is gone leads to its Not Found page. */
async function updatePage({ dataset }: HTMLElement, product: Product | undefined): Promise<void> {
  if (product) {
    (await import('#lib/state/product/current-product.ts')).setCurrentProduct(product);
    dispatchWindowEvent('island:hydrated');
    return;
  }
  const outcome = await request(browserConnection, singleProductDetailsCall, { params: { slug: dataset['slug'] ?? '' } });
  if (outcome && isRefused(outcome) && outcome.httpStatus === 404) location.replace(paths.productNotFound);
}

/** Updates the elements of these products that differ from a reply of the store. Throws when the reply cannot be read. */
export async function showOffers(shown: Map<string, HTMLElement[]>, ids: string[], reply: object): Promise<void> {
  browserConnection.prepareReply?.(reply);
  const { reply: page } = await parseReply(getProductsCall, { json: reply, ok: true });
  if (!page) throw new Error('The reply does not match the contract');
  const current = new Map(page.data.map((product) => [String(product.product_id), product]));
  // A store that does not know the filter sends other products.
  if (![...current.keys()].every((id) => ids.includes(id))) return;
  for (const id of ids) {
    const product = current.get(id);
    for (const element of shown.get(id) ?? []) {
      if (product && element.dataset['offer'] === hashOffer(product)) continue;
      await (element.matches('.card') ? updateCard(element, product) : updatePage(element, product));
      if (product) element.dataset['offer'] = hashOffer(product);
    }
  }
}
