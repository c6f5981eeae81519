import { atom } from 'nanostores';
import { type Product, singleProductDetailsCall, type Variant } from '#lib/contract/catalogue.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { OFFERS_STALE_MS } from '#lib/site/timings.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { runCall } from '#lib/state/calls/run-call.ts';
import { addToCart } from '#lib/state/cart/add-to-cart.ts';
import { toCartLine } from '#lib/state/cart/build-line.ts';
import { toastError } from '#lib/state/ui/toasts.ts';

/** On a static site: the page's product as the store has it now; undefined while it is that of the page. */
export const $currentProduct = atom<Product | undefined>();

/** When it was loaded, in milliseconds. */
let loadedAt = 0;

/** Shows the product that the store has just sent. */
export function setCurrentProduct(product: Product): void {
  loadedAt = Date.now();
  $currentProduct.set(product);
}

/** The product of a page from the store, unless it was loaded recently. A product that is gone leads to its Not Found page. */
async function loadCurrentProduct({ slug }: Product): Promise<Product | undefined> {
  const recent = $currentProduct.get();
  if (recent?.slug === slug && Date.now() - loadedAt < OFFERS_STALE_MS) return recent;
  const { reply, refused } = await runCall(callStore(singleProductDetailsCall, { params: { slug }, failure: failure.cartAdd }), {
    toast: {},
  });
  if (refused?.httpStatus === 404) location.replace(paths.productNotFound);
  if (reply) setCurrentProduct(reply.data);
  return reply?.data;
}

/** As `addToCart`, with the price and stock that the store has now, since the page may have been built long ago. */
export async function addCurrentToCart(shown: Product, chosen: Variant | undefined, units: number): Promise<boolean> {
  const product = await loadCurrentProduct(shown);
  if (!product) return false;
  const variant = chosen && product.variants.find(({ id }) => id === chosen.id);
  if (chosen ? !variant : product.variants.length > 0) {
    toastError(failure.productMissing);
    return false;
  }
  return addToCart(toCartLine(product, variant, units));
}
