import ListingView from '#components/listing/ListingView.astro';
import PageMeta from '#components/PageMeta.astro';
import { renderToHtml } from '#components/static-site/astro-runtime.ts';
import { browserConnection } from '#lib/client/browser-connection.ts';
import { request } from '#lib/client/request.ts';
import type { SubCategory } from '#lib/contract/store.ts';
import { emptyListing, type Listing, readListing } from '#lib/page/listing/listing-url.ts';
import { loadListing } from '#lib/page/listing/load-results.ts';
import { describeListing, type ListingSettings } from '#lib/page/listing/titles-and-links.ts';
import { formatPageTitle, truncateMetaDescription } from '#lib/page/seo/title-and-description.ts';
import { type LoadPart, toPart } from '#lib/page/store/part.ts';
import * as paths from '#lib/rules/routes/paths.ts';

/** The settings that a static listing page carries. */
function readSettings(): ListingSettings & { origin: string } {
  const data = document.querySelector('#listing-settings')?.textContent;
  if (!data) throw new Error('The page carries no settings for its listing');
  return JSON.parse(data);
}

/** The listing of a page of this site: a category's page has no query. */
function readPageListing({ pathname, searchParams }: URL, categories: SubCategory[]): Listing {
  const category = categories.find(({ name }) => paths.category(name) === pathname);
  return category ? { ...emptyListing, categories: [category.name] } : readListing(searchParams);
}

/** Makes calls that end with `signal`. */
const loaderUntil =
  (signal: AbortSignal): LoadPart =>
  async (call, options) => {
    const { inFlight: _, ...connection } = browserConnection;
    const send = (sent: Request) => fetch(sent, { signal });
    return toPart(call, await request({ ...connection, send }, call, options));
  };

/**
 * Draws the page of a listing in the browser from the store's API, by the components that draw it on a server. Throws when the store
 * cannot be reached.
 */
export async function drawListing(url: string, signal: AbortSignal): Promise<Document> {
  const { origin, ...settings } = readSettings();
  const { store_name, sub_category_list: categories } = settings;
  const listing = readPageListing(new URL(url), categories);
  const { incomplete: _, ...data } = await loadListing(loaderUntil(signal), listing, categories);
  signal.throwIfAborted();
  if (data.failure?.httpStatus === 0) throw new Error([data.failure.message].flat().join(', '));
  const { title, description, canonical, previous, next, subject } = describeListing(listing, settings, data.found);
  const resolve = (path: string | undefined) => path && new URL(path, origin).href;
  const meta = {
    title: formatPageTitle(title, store_name),
    description: truncateMetaDescription(description),
    canonical: resolve(canonical),
    previous: resolve(previous),
    next: resolve(next),
  };
  const parts = [
    renderToHtml(PageMeta, meta),
    renderToHtml(ListingView, { listing, categories, subject, shop: store_name, ...data }),
  ];
  return new DOMParser().parseFromString((await Promise.all(parts)).join(''), 'text/html');
}

/** Elements of `PageMeta`, without the title. */
const META = 'meta[name=description],meta[name=robots],link[rel=canonical],link[rel=prev],link[rel=next]';

/** Replaces what the head says about the page by what it says in `page`. */
export function replaceMeta(page: Document): void {
  for (const element of document.head.querySelectorAll(META)) element.remove();
  document.head.append(...page.head.querySelectorAll(META));
}
