import * as paths from '#lib/rules/routes/paths.ts';
import { type PageRoute, pageRoutes } from '#lib/rules/routes/table.ts';

/** Where a link leads that a script of the listing follows by itself: it would not use a prefetched page. */
const FOLLOWED_BY_SCRIPT = '.listing a[href^="/shop"]';

/** Pages that are the same for every shopper: no cart, checkout, payment, order, account or sign-in. */
const isShared = ([path, { personal, document }]: [string, PageRoute]): boolean =>
  !personal && !document && !path.includes('.') && !/^\/(?:404|not-found)$/.test(path);

function renderSpeculationRules(): string {
  const shared = Object.entries<PageRoute>(pageRoutes).filter(isShared);
  const patterns = shared.map(([path]) => path.replace(/\[\w+\]/, '*'));
  return JSON.stringify({
    prefetch: [
      {
        where: {
          and: [{ href_matches: [...patterns, `${paths.shop}/*`] }, { not: { selector_matches: FOLLOWED_BY_SCRIPT } }],
        },
        eagerness: 'moderate',
      },
    ],
  });
}

/**
 * Rules by which a browser prefetches a page when the pointer rests on its link or a finger touches it, as JSON. A script adds them to
 * each page as they are; the page's policy has their hash.
 */
export const prefetchingRules = renderSpeculationRules();
