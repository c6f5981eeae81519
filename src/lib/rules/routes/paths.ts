/**
 * Addresses of the site's pages, for `import * as paths`: only what is used reaches a browser script. Every address resolves to a
 * route of table.ts. Scripts of catalogue pages use the constants alone: those are inlined, a function costs a chunk.
 */

export const home = '/';
export const categories = '/categories';
export const cart = '/cart';
export const checkout = '/checkout';
export const orderSuccess = '/order-success';
export const signUp = '/signup';
export const forgotPassword = '/forgot-password';
export const resetPassword = '/reset-password';
export const faq = '/faq';
export const privacyPolicy = '/privacy-policy';
export const termsOfUse = '/terms-use';
export const notFound = '/404';
export const productNotFound = '/not-found';

/** The listing of all products. */
export const shop = '/shop';

/** The listing of what matches a search text. */
export const search = (text: string): string => `${shop}?search=${encodeURIComponent(text)}`;

/** The listing of one sub-category, named in lower case (specification 2.3). */
export const category = (name: string): string => `${shop}?categories=${encodeURIComponent(name.toLowerCase())}`;

/** What the path of a product begins with. */
export const productPrefix = '/products/';

/** The page of one product. */
export const product = (slug: string): string => productPrefix + encodeURIComponent(slug);

/** A section of the account, such as `orders`. */
export const account = (section: string): string => `/my-account/${section}`;

/** The sign-in page without a query. */
export const signInPage = '/signin';

/** The sign-in page; with `next`, a path with its query, it redirects there afterwards. */
export const signIn = (next?: string): string =>
  next === undefined ? signInPage : `${signInPage}?next=${encodeURIComponent(next)}`;
