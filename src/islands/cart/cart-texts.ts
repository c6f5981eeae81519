/** Shown while a customer's cart loads that this device has no lines of. */
export const CART_LOADING = 'Loading your cart…';

const ITEMS_SAVED = 'Items you add are saved here';

/** What an empty cart says below its title, in the panel and on the page. */
export const EMPTY_PANEL_TEXT = `${ITEMS_SAVED}.`;
export const EMPTY_PAGE_TEXT = `${ITEMS_SAVED} for your next visit.`;
