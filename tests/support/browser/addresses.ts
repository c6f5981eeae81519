import { categorySegment } from '#lib/rules/routes/category-path.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { setting } from './setting.ts';

const isStatic = setting === 'static';

/** Path of a sub-category's listing: a static site has a file for each. */
export const categoryPath = (name: string): string =>
  isStatic ? `${paths.shop}/${encodeURIComponent(categorySegment(name))}` : paths.category(name);

/** Matches the address of any such listing. */
export const anyCategory = isStatic ? /\/shop\/[^?/]+$/ : /\/shop\?categories=/;

/** Where a browser is after it has asked for a missing page: a static host answers at the address itself. */
export const missingPath = (asked: string, redirected: string): string => (isStatic ? asked : redirected);

/** Matches the requests that draw another listing in the open page. */
export const listingRequests = isStatic ? /\/api\/(?:get-products|product-facets)/ : /\/shop\?/;

interface Sent {
  headers: Headers | Record<string, string>;
  text: () => Promise<string>;
}

/** The content security policy of a page: its header, and the meta tag of a static one. */
export async function readPolicy(page: Sent): Promise<string> {
  const { headers } = page;
  const header = headers instanceof Headers ? headers.get('content-security-policy') : headers['content-security-policy'];
  const meta = /<meta http-equiv="content-security-policy" content="([^"]*)"/.exec(await page.text())?.[1];
  return [header, meta].filter(Boolean).join('; ');
}
