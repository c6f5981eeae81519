import type { ProductPage } from '#lib/contract/catalogue.ts';
import type { StoreInfo } from '#lib/contract/store.ts';
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
  const page = current_page > 1 ? `, page ${current_page}` : '';
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
    title: `${listing.search || chosen ? subject : 'Shop'}${page}`,
    description: `${subject}${page} at ${store_name}: ${total === undefined ? 'products' : formatProductCount(total, found?.more)} with prices, sizes and stock. ${shippingPromise(toCharges(shipping))}.`,
    chosen,
    path,
    canonical: isIndexed ? path : undefined,
    previous: current_page > 1 ? buildListingUrl(listing, { page: Math.min(current_page - 1, last_page) }) : undefined,
    next: current_page < last_page ? buildListingUrl(listing, { page: current_page + 1 }) : undefined,
  };
}
