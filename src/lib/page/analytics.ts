import { type CustomAnalytics, type PageProviders, readAnalytics } from '#lib/rules/analytics/settings.ts';
import type { ShopperItem } from '#lib/rules/analytics/shopper-event.ts';
import * as paths from '#lib/rules/routes/fixed-paths.ts';
import { type PageRoute, pageRoutes } from '#lib/rules/routes/table.ts';
import { askForConsent } from './consent-question.ts';

/** Set by the build (server/builds/shop-parts.ts): the module of `shop.config.ts`; undefined in code that is not built. */
declare const CUSTOM_ANALYTICS: CustomAnalytics | null | undefined;

/** The module of `shop.config.ts` that gets events, if it has one. */
export const customAnalytics = (typeof CUSTOM_ANALYTICS !== 'undefined' && CUSTOM_ANALYTICS) || undefined;

/** What the browser needs of analytics, as JSON in the page. */
export interface PageAnalytics {
  providers: PageProviders;
  /**
   * A step of a purchase, where nothing is asked; or another page about one shopper, whose address or content is no one else's: nothing is measured
   * there. Left out on a page that is the same for every shopper, where the question is asked.
   */
  page?: 'purchase' | 'private';
  item?: ShopperItem;
}

/** The steps of a purchase that have events. The payment page has none: no other script runs beside the payment provider's. */
const purchaseSteps: readonly string[] = [paths.cart, paths.checkout, paths.orderSuccess];

function kindOf(pathname: string): Pick<PageAnalytics, 'page'> {
  if (purchaseSteps.includes(pathname)) return { page: 'purchase' };
  return (pageRoutes as Record<string, PageRoute | undefined>)[pathname]?.personal ? { page: 'private' } : {};
}

const accounts = readAnalytics(process.env);
const providers: PageProviders = { ...accounts, ...(customAnalytics && { custom: true }) };
const isOn = Object.keys(providers).length > 0;
/** What shoppers are asked. */
export const consentQuestion = askForConsent(accounts, customAnalytics && (customAnalytics.name ?? 'this shop'));

/** The analytics of a page; undefined if the shop has none. */
export const findPageAnalytics = ({ pathname }: URL): PageAnalytics | undefined =>
  isOn ? { providers, ...kindOf(pathname) } : undefined;
