/** Specified limits that the site and the store API enforce; those in time are in lifetimes.ts, lengths in field-lengths.ts. */

/** Minimum and maximum quantity of a line item (specification, cart). */
export const MIN_QUANTITY = 1;
export const MAX_LINE_QUANTITY = 5;

/** Maximum quantity that a call to the cart accepts; the reply then says how many are available. */
export const MAX_REQUESTED_QUANTITY = 1000;

/** Smallest amount that can be paid online, in rupees. */
export const MIN_PREPAID_RUPEES = 1;

/** Products per page of a listing, as specified. */
export const PRODUCTS_PER_PAGE = 24;

/** Newest products that the store sends as new arrivals, and those of them that the home page shows. */
export const NEW_ARRIVALS = 12;
export const HOME_NEW_ARRIVALS = 8;

/** The most products that are counted; of more, a listing says "10,000+". */
export const MAX_COUNTED = 10_000;

/** The most orders, messages or variants that the admin pages count as a task; of more, they say "1,000+". */
export const MAX_COUNTED_TASKS = 1000;

/** Facts by which the owner lets shoppers filter, and the most brands, or values of such a fact, that a listing counts. */
export const MAX_FILTER_FACTS = 3;
export const MAX_FACET_VALUES = 30;

/** Maximum number of ids in a filter by category. */
export const MAX_CATEGORY_IDS = 200;

export const MAX_WISHLIST_ENTRIES = 200;

/** The most public coupons that a cart offers. */
export const MAX_OFFERS = 10;

export const MAX_CART_LINES = 100;

/** Maximum number of external picture origins in the Content-Security-Policy, which is sent with every page. */
export const MAX_PICTURE_ORIGINS = 10;

/** Maximum stock of a variant that the owner or a program sets, and of variants that a program sets in one call. */
export const MAX_STOCK = 1_000_000;
export const MAX_STOCK_ITEMS = 500;

/** Variants and pictures of a product that a program sends. */
export const MAX_PROGRAM_VARIANTS = 250;
export const MAX_PROGRAM_PICTURES = 20;

/** Facts of a product, such as its fabric. */
export const MAX_ATTRIBUTES = 30;

/** Further categories and collections that list a product. */
export const MAX_COLLECTIONS = 20;

/** Products that the owner chooses to show with one. */
export const MAX_RELATED_PRODUCTS = 20;

/** Addresses of a product's page in former shops that a row of an import names. */
export const MAX_OLD_ADDRESSES = 50;

/** Former addresses that lead to pages of the shop. */
export const MAX_REDIRECTS = 50_000;

/** Changes of orders that a program gets in one call. */
export const ORDER_CHANGES_PER_CALL = 100;

/** The most variants of one product in a list that does not ask for all of them. */
export const MAX_LISTED_VARIANTS = 50;

/** Orders of the former shop that a customer sees, the newest. */
export const MAX_FORMER_ORDERS = 200;

/** Recovery codes of a member of staff, each of which works once. */
export const STAFF_RECOVERY_CODES = 10;
/** Orders on a page of the list of staff, and the most that they can change at once. */
/** Lines of a list of AWBs. */
export const MAX_AWB_LINES = 500;

/** Parcels of one order. */
export const MAX_PARCELS = 20;

/** Orders on a page of the list of staff, and the most that they can change or print at once. */
export const ORDERS_PER_PAGE = 50;
export const MAX_STAGED_ORDERS = 200;

/** Orders of a part of that list are counted up to this number. */
export const MAX_COUNTED_ORDERS = 1000;
