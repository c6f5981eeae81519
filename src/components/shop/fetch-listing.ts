/** The page of another listing. Throws when it cannot be had. */
export async function fetchListing(address: string, signal: AbortSignal): Promise<Document> {
  const response = await fetch(address, { signal, headers: { accept: 'text/html' } });
  if (!response.ok) throw new Error(`${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (!page.querySelector('.found')) throw new Error('This page is no listing');
  signal.throwIfAborted();
  return page;
}

/** The address of the listing that a form of filters asks for. */
export function askedFor(form: HTMLFormElement): string {
  const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
  return new URL(query.size > 0 ? `?${query}` : location.pathname, location.href).href;
}
