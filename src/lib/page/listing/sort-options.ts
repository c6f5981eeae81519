import type { SortOrder } from '#lib/contract/listing/filters.ts';
import { t } from '#lib/contract/text/t.ts';
import type { Listing } from './listing-url.ts';

/** Sort options with their labels; a search adds "Best match" as the default. */
export const listSortOptions = (listing: Listing): { value: SortOrder | ''; label: string }[] => [
  ...(listing.search ? [{ value: '' as const, label: t('Best match') }] : []),
  { value: listing.search ? 'newest' : '', label: t('Newest first') },
  { value: 'price_asc', label: t('Price: low to high') },
  { value: 'price_desc', label: t('Price: high to low') },
  { value: 'name_asc', label: t('Name: A to Z') },
];
