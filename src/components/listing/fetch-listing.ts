import { isStaticSite } from '#lib/rules/static-site.ts';

/** Tells readers the counts of filters, which the HTML leaves out to stay small. */
export function describeCounts(page: Document): void {
  for (const count of page.querySelectorAll('#filters small')) {
    const choice = count.parentElement?.querySelector('input') ?? count.parentElement;
    choice?.setAttribute('aria-description', count.textContent);
  }
}

/** Fetches the page of a listing; a static site draws it in the browser. Throws when it cannot be loaded. */
export async function fetchListing(url: string, signal: AbortSignal): Promise<Document> {
  const page = isStaticSite ? await drawInBrowser(url, signal) : await fetchPage(url, signal);
  describeCounts(page);
  return page;
}

async function fetchPage(url: string, signal: AbortSignal): Promise<Document> {
  // Otherwise Chromium may give a script a page of up to a day ago: it keeps pages as dictionaries for so long.
  const response = await fetch(url, { signal, headers: { accept: 'text/html' }, cache: 'no-cache' });
  if (!response.ok) throw new Error(`${response.status}`);
  const page = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (!page.querySelector('.found')) throw new Error('No listing');
  signal.throwIfAborted();
  return page;
}

/** Reloads the page once if a module that it imports has failed while the browser was offline, see `loadModule`. */
function reloadAfterFailedModule(error: unknown): never {
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (navigator.onLine && load?.type !== 'reload') location.reload();
  throw error;
}

async function drawInBrowser(url: string, signal: AbortSignal): Promise<Document> {
  if (!navigator.onLine) throw new Error('The browser is offline');
  const { drawListing, replaceMeta } = await import('#components/listing/draw-listing.ts').catch(reloadAfterFailedModule);
  const page = await drawListing(url, signal);
  signal.throwIfAborted();
  if (url === location.href) replaceMeta(page);
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
  return new URL(`?${query}`, form.action).href.replace(/\?$/, '');
}
