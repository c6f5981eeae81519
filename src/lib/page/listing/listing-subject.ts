import { t } from '#lib/contract/text/t.ts';

/** What a listing is of, as its heading says: a search, or the names of its categories. */
export const listingSubject = (search: string, categories: readonly string[]): string =>
  search ? t('Results for “{search}”', { search }) : categories.join(', ') || t('All products');
