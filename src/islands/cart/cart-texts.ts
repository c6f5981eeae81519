import { canSave } from '#lib/state/persistence/local-storage.ts';

/** Shown while a customer's cart loads that this device has no lines of. */
export const CART_LOADING = 'Loading your cart…';

const ITEMS_SAVED = 'Items you add are saved here';

/** What an empty cart says below its title, in the panel and on the page. */
export const EMPTY_PANEL_TEXT = `${ITEMS_SAVED}.`;
export const EMPTY_PAGE_TEXT = `${ITEMS_SAVED} for your next visit.`;

const NOT_SAVED =
  "Your browser does not let this shop save anything, so your cart is lost on the next page. To buy here, allow site data for this shop in your browser's settings.";

/** Why the cart is lost on the next page; undefined where the browser saves it. */
export const unsavedNote = (): string | undefined => (canSave() ? undefined : NOT_SAVED);
