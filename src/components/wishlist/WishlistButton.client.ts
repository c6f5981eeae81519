import { signInLink } from '#lib/rules/routes/next-path.ts';
import { setPendingWish } from '#lib/state/wishlist/pending-wish.ts';

/** What a heart knows of its product (specification 3: matched by product_id or retailer_product_id). */
interface Heart {
  product_id: number;
  retailer_product_id?: number | undefined;
}

interface Saved {
  auth?: { isAuthenticated?: boolean };
  wishlist?: { entries?: { product: Heart }[] };
}

const loadWishes = () => import('#islands/wishlist/wish-button.ts');

/** Says whether a product is wished for: the saved wishlist until the living one is loaded. */
let wishes: (heart: Heart) => boolean = savedWishes();

function savedWishes(): typeof wishes {
  try {
    const { auth, wishlist } = JSON.parse(localStorage.getItem('haat') ?? '{}') as Saved;
    const products = auth?.isAuthenticated ? (wishlist?.entries ?? []).map(({ product }) => product) : [];
    const ids = new Set(products.map(({ product_id }) => product_id));
    const offers = new Set(products.flatMap(({ retailer_product_id }) => retailer_product_id ?? []));
    return ({ product_id, retailer_product_id: offer }) => ids.has(product_id) || (offer !== undefined && offers.has(offer));
  } catch {
    return () => false;
  }
}

function heartOf({ dataset }: HTMLElement): Heart {
  const { wish, retailer } = dataset as { wish?: string; retailer?: string };
  return { product_id: Number(wish), retailer_product_id: retailer === undefined ? undefined : Number(retailer) };
}

function draw(): void {
  for (const button of document.querySelectorAll<HTMLElement>('[data-wish]')) {
    const wished = wishes(heartOf(button));
    if (button.ariaPressed === String(wished)) continue;
    button.ariaPressed = String(wished);
    const name = button.ariaLabel?.replace(/^[^:]*: /, '') ?? '';
    button.ariaLabel = `${wished ? 'Remove from' : 'Add to'} wishlist: ${name}`;
  }
}

let living = false;

function look(): void {
  if (!living) wishes = savedWishes();
  draw();
}

/** A heart is filled or emptied at once; who has not signed in does that first and finds the product on the wishlist afterwards. */
async function press(button: HTMLElement): Promise<void> {
  const heart = heartOf(button);
  if (document.documentElement.dataset['signedIn'] !== 'yes') {
    setPendingWish(heart.product_id);
    return location.assign(signInLink(location.pathname + location.search));
  }
  const wanted = button.ariaPressed !== 'true';
  try {
    const { isWished, setWished: wish } = await loadWishes();
    living = true;
    wishes = isWished;
    wish(heart, wanted);
  } catch (error) {
    console.warn('The wishlist could not be loaded', error);
  }
}

const heartAt = ({ target }: Event): HTMLElement | null => (target as Element).closest('[data-wish]');

document.addEventListener('click', (event) => {
  const button = heartAt(event);
  if (button) void press(button);
});
for (const sign of ['pointerover', 'focusin']) {
  document.addEventListener(sign, (event) => {
    if (heartAt(event) && document.documentElement.dataset['signedIn'] === 'yes') loadWishes().catch(console.warn);
  });
}
// Products that are drawn later, another tab, a page from the back/forward cache, the living wishlist.
for (const cause of ['pictures', 'session', 'storage', 'pageshow', 'wishlist']) addEventListener(cause, look);
look();
