import { loadModule } from '#lib/client/load-module.ts';
import { SAVED_STATE_KEY, type SavedState } from '#lib/contract/saved-state.ts';
import { t } from '#lib/contract/text/t.ts';

/** The product of a wishlist button (specification, entities: matched by product_id or retailer_product_id). */
interface WishlistProduct {
  product_id: number;
  retailer_product_id?: number | undefined;
}

const loadWishes = () => loadModule(() => import('#islands/wishlist/wish-button.ts'));

/** Whether a product is on the wishlist: read from the saved state until the wishlist store is loaded. */
let wishes: (product: WishlistProduct) => boolean = savedWishes();

/** What the shopper's last click on a product asked for, by product id, while the wishlist store is loading. */
const clicked = new Map<number, boolean>();

function savedWishes(): typeof wishes {
  try {
    const { auth, wishlist } = JSON.parse(localStorage.getItem(SAVED_STATE_KEY) ?? '{}') as Partial<SavedState>;
    const products = (auth?.isAuthenticated ? wishlist?.entries?.map(({ product }) => product) : wishlist?.guestWishes) ?? [];
    const ids = new Set(products.map(({ product_id }) => product_id));
    const offers = new Set(products.flatMap(({ retailer_product_id }) => retailer_product_id ?? []));
    return ({ product_id, retailer_product_id: offer }) => ids.has(product_id) || (offer !== undefined && offers.has(offer));
  } catch {
    return () => false;
  }
}

function readProduct({ dataset }: HTMLElement): WishlistProduct {
  const { wish, retailer } = dataset as { wish?: string; retailer?: string };
  return { product_id: Number(wish), retailer_product_id: retailer === undefined ? undefined : Number(retailer) };
}

function render(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-wish]')) {
    const product = readProduct(button);
    const isWished = clicked.get(product.product_id) ?? wishes(product);
    if (button.ariaPressed === String(isWished)) continue;
    button.ariaPressed = String(isWished);
    // The heading of its card or page.
    const name = button.parentElement?.querySelector('h1,h3')?.textContent ?? '';
    button.ariaLabel = isWished ? t('Remove from wishlist: {name}', { name }) : t('Add to wishlist: {name}', { name });
  }
}

let isStoreLoaded = false;

function refresh(): void {
  if (!isStoreLoaded) wishes = savedWishes();
  render();
}

/** Toggles the button optimistically. */
async function toggle(button: HTMLElement): Promise<void> {
  const product = readProduct(button);
  clicked.set(product.product_id, button.ariaPressed !== 'true');
  render();
  try {
    const { isWished, setWished } = await loadWishes();
    isStoreLoaded = true;
    wishes = isWished;
    // The first click that gets here applies the last one: imports in flight need not resolve in order.
    const wanted = clicked.get(product.product_id);
    clicked.delete(product.product_id);
    if (wanted !== undefined) setWished(product, wanted, button);
  } catch (error) {
    console.warn('The wishlist could not be loaded', error);
    clicked.delete(product.product_id);
    render();
  }
}

const findButton = ({ target }: Event): HTMLElement | null => (target as Element).closest('[data-wish]');

document.addEventListener('click', (event) => {
  const button = findButton(event);
  if (button) void toggle(button);
});
for (const type of ['pointerover', 'focusin']) {
  document.addEventListener(type, (event) => {
    if (findButton(event)) loadWishes().catch(console.warn);
  });
}
// Updates on new products, another tab, a page from the back/forward cache, and the wishlist store.
for (const type of ['pictures', 'session', 'storage', 'pageshow', 'wishlist']) addEventListener(type, refresh);
refresh();
