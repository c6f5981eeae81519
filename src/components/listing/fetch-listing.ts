/** The page of another listing. Throws when it cannot be had. */
export async function fetchListing(address: string, signal: AbortSignal): Promise<Document> {
  const response = await fetch(address, { signal, headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error(`${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (!page.querySelector('.found')) throw new Error('This page is no listing');
  signal.throwIfAborted();
  return page;
}

/** The address of the listing that a form of filters asks for; prices given the wrong way round are put in order. */
export function buildFormUrl(form: HTMLFormElement): string {
  const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  const [low, high] = [query.get('min_price'), query.get('max_price')];
  if (low && high && Number(low) > Number(high)) {
    query.set('min_price', high);
    query.set('max_price', low);
  }
  return new URL(query.size > 0 ? `?${query}` : location.pathname, location.href).href;
}
