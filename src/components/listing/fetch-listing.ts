/** Fetches the page of a listing. Throws when it cannot be loaded. */
export async function fetchListing(url: string, signal: AbortSignal): Promise<Document> {
  const response = await fetch(url, { signal, headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error(`${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (!page.querySelector('.found')) throw new Error('The response is not a listing page');
  signal.throwIfAborted();
  return page;
}

/** Builds the listing's URL from the filter form; a minimum price above the maximum is swapped. */
export function buildFormUrl(form: HTMLFormElement): string {
  const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const [low, high] = [query.get('min_price'), query.get('max_price')];
  if (low && high && Number(low) > Number(high)) {
    query.set('min_price', high);
    query.set('max_price', low);
  }
  return new URL(query.size > 0 ? `?${query}` : location.pathname, location.href).href;
}
