import type { ProductPage } from '#lib/contract/catalogue.ts';
import type { StoreInfo } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { shippingPromise } from '#lib/rules/charge-texts.ts';
import { toCharges } from '#lib/rules/charges.ts';
import { formatProductCount } from '#lib/rules/text.ts';
import { listingSubject } from './listing-subject.ts';
import { buildListingUrl, indexedUrl, isIndexable, type Listing } from './listing-url.ts';
import { findCategory } from './load-results.ts';
import { describeEnd, knownTotal } from './page-past-the-end.ts';

/** The store's settings that the page of a listing shows. */
export type ListingSettings = Pick<StoreInfo, 'store_name' | 'sub_category_list' | 'shipping'>;

export interface ListingHead {
  subject: string;
  title: string;
  description: string;
  /** Names of the selected categories; '' when none is. */
  chosen: string;
  path: string;
  /** Canonical path; undefined when search engines must not index the listing. */
  canonical: string | undefined;
  previous: string | undefined;
  next: string | undefined;
}

/** Describes a listing; `found` is undefined when its products could not be loaded. */
export function describeListing(listing: Listing, store: ListingSettings, found: ProductPage | undefined): ListingHead {
  const { store_name, sub_category_list: categories, shipping } = store;
  const { current_page = 1, last_page = 1 } = found ?? {};
  const names = listing.categories.map((word) => findCategory(word, categories)?.name ?? word);
  const chosen = names.join(', ');
  const subject = listingSubject(listing.search, names);
  const withPage = (title: string) => (current_page > 1 ? t('{title}, page {page}', { title, page: current_page }) : title);
  const isEmptyCategory = found?.total === 0 && chosen;
  const total = knownTotal(found);
  const isIndexed =
    found &&
    !describeEnd(found) &&
    isIndexable(listing) &&
    !isEmptyCategory &&
    listing.categories.every((word) => findCategory(word, categories));
  const path = isIndexed ? indexedUrl(listing, current_page, chosen) : buildListingUrl(listing, { page: current_page });
  return {
    subject,
    title: withPage(listing.search || chosen ? subject : t('Shop')),
    description: t('{title} at {shop}: {products} with prices, sizes and stock. {shipping}.', {
      title: withPage(subject),
      shop: store_name,
      products: total === undefined ? t('products') : formatProductCount(total, found?.more),
      shipping: shippingPromise(toCharges(shipping)),
    }),
    chosen,
    path,
    canonical: isIndexed ? path : undefined,
    previous: current_page > 1 ? buildListingUrl(listing, { page: Math.min(current_page - 1, last_page) }) : undefined,
    next: current_page < last_page ? buildListingUrl(listing, { page: current_page + 1 }) : undefined,
  };
}
