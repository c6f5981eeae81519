import { isStaticSite } from '#lib/rules/static-site.ts';
import { ABOUT_PARAMETER } from './about-parameter.ts';
import { categorySegment } from './category-path.ts';
import { faq, orderSuccess, paymentPage, payPage, productPrefix, shop, signInPage } from './fixed-paths.ts';

/** URLs of the site's pages, for `import * as paths`, which tree-shakes. */
export * from './fixed-paths.ts';

/** Search results for a text. */
export const search = (text: string): string => `${shop}?search=${encodeURIComponent(text)}`;

/**
 * The listing of a sub-category, whose name is lower case in URLs, as specified; a static site has a file for each. Its commas are written
 * as in `toListItem`, without a module more in the script of every page.
 */
export const category = (name: string): string =>
  isStaticSite
    ? `${shop}/${encodeURIComponent(categorySegment(name))}`
    : `${shop}?categories=${encodeURIComponent(name.toLowerCase().replaceAll(',', '‚'))}`;

export const product = (slug: string): string => productPrefix + encodeURIComponent(slug);

/** The contact form with a question about a product. */
export const askAbout = (slug: string): string => `${faq}?${ABOUT_PARAMETER}=${encodeURIComponent(slug)}#contact`;

const withPayment = (path: string, id: string): string => `${path}?id=${encodeURIComponent(id)}`;

/** The page of one payment. */
export const payment = (id: string): string => withPayment(paymentPage, id);

/** The page that thanks for the orders of a payment. */
export const orderPaid = (id: string): string => withPayment(orderSuccess, id);

/** The page of a payment that was not made, and why if the payment itself does not say. */
export const orderFailure = (id: string, why?: 'failed' | 'abandoned'): string =>
  withPayment('/order-failure', id) + (why ? `&why=${why}` : '');

/** The page at which an order is paid by its link. */
export const payLink = (token: string): string => `${payPage}?token=${encodeURIComponent(token)}`;

/** A section of the account, such as `orders`. */
export const account = (section: string): string => `/my-account/${section}`;

/** The list of orders with the details of one open. */
export const order = (orderNumber: string): string => `${account('orders')}#${orderNumber}`;

/** The sign-in page; `next` is the path and query to return to after signing in. */
export const signIn = (next?: string): string =>
  next === undefined ? signInPage : `${signInPage}?next=${encodeURIComponent(next)}`;

/** The sign-in page with its password form open. */
export const signInByPassword = (next: string): string => `${signIn(next)}&way=password`;
