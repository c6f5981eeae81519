import { t } from '#lib/contract/text/t.ts';
/** Shown while a customer's cart loads that this device has no lines of. */
export const CART_LOADING = t('Loading your cart…');

/** What an empty cart says below its title, in the panel and on the page. */
export const EMPTY_PANEL_TEXT = t('Items you add are saved here.');
export const EMPTY_PAGE_TEXT = t('Items you add are saved here for your next visit.');
