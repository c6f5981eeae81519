/** A query string whose `search` has no blanks at its ends and is left out when it is empty, as specified; else unchanged. */
export function trimSearch(query: string): string {
  if (!query) return '';
  const parts = query.slice(1).split('&');
  const trimmed = parts.flatMap((part) => {
    const search = part.startsWith('search=') && new URLSearchParams(part).get('search');
    if (typeof search !== 'string' || (search && search === search.trim())) return part;
    return search.trim() ? new URLSearchParams({ search: search.trim() }).toString() : [];
  });
  return trimmed.length > 0 ? `?${trimmed.join('&')}` : '';
}
