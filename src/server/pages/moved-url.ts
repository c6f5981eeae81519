import { MAX_PATH_LENGTH, resolvePage } from '#api/services/redirects/resolve-page.ts';
import { decodePath } from '#lib/rules/routes/decode-path.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { trimSearch } from '#lib/rules/routes/trim-search.ts';

/** Pages of Shopify shops, in lower case, that this shop has at another path. */
export const shopifyPaths: Readonly<Record<string, string>> = {
  '/collections': paths.categories,
  '/collections/all': paths.shop,
  '/pages/faq': paths.faq,
  '/pages/faqs': paths.faq,
  '/pages/contact': paths.faq,
  '/pages/contact-us': paths.faq,
  '/pages/privacy-policy': paths.privacyPolicy,
  '/pages/terms-and-conditions': paths.termsOfUse,
  '/pages/terms-of-service': paths.termsOfUse,
  '/policies/contact-information': paths.faq,
  '/policies/privacy-policy': paths.privacyPolicy,
  '/policies/refund-policy': paths.returns,
  '/policies/shipping-policy': paths.shippingPolicy,
  '/policies/terms-of-service': paths.termsOfUse,
  '/account': '/my-account',
  '/account/login': paths.signInPage,
  '/account/register': paths.signUp,
};

/** `/collections/summer/products/shirt`, and the product's segment. */
const collectionProduct = /^\/collections\/[^/]+\/products\/([^/]+)$/i;

/** The path that a decoded path without superfluous slashes has here, still unencoded. */
function currentPath(path: string): string {
  const [, slug] = collectionProduct.exec(path) ?? [];
  if (slug) return paths.productPrefix + slug;
  const lower = path.toLowerCase();
  if (lower === '/search') return paths.shop;
  const moved = shopifyPaths[lower];
  if (moved) return moved;
  // A product's slug is the store's to compare; all other paths are in lower case.
  if (lower.startsWith(paths.productPrefix)) return paths.productPrefix + path.slice(paths.productPrefix.length);
  return lower;
}

/**
 * The URL, with its query, of the page that an address means although it is not written as the page's own: in capitals, with superfluous
 * slashes, with blanks around a search, or as a Shopify shop has it. Undefined for a page's own address and for one that means none. Always a page of this site.
 */
export function findMovedUrl(url: string): string | undefined {
  const queryStart = url.indexOf('?');
  const path = queryStart < 0 ? url : url.slice(0, queryStart);
  if (path.length > MAX_PATH_LENGTH) return undefined;
  const decoded = decodePath(path.replace(/\/{2,}/g, '/').replace(/(?<=.)\/$/, ''));
  if (decoded === undefined) return undefined;
  const target = currentPath(decoded);
  const sent = queryStart < 0 ? '' : url.slice(queryStart);
  const named = decoded.toLowerCase() === '/search' ? sent.replace(/([?&])q=/g, '$1search=') : sent;
  const query = target === paths.shop && named ? trimSearch(named) : named;
  if (target === decodePath(path) && query === sent) return undefined;
  const page = resolvePage(target.split('/').map(encodeURIComponent).join('/'))?.canonicalUrl;
  if (!page) return undefined;
  return page + query;
}
