/** What a listing is of, as its heading says: a search, or the names of its categories. */
export const listingSubject = (search: string, categories: readonly string[]): string =>
  search ? `Results for “${search}”` : categories.join(', ') || 'All products';
