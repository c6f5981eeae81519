import { scrollAfterNavigation } from '#components/scroll/navigation-scroll.client.ts';
import { listingSubject } from '#lib/page/listing/listing-subject.ts';
import * as paths from '#lib/rules/routes/fixed-paths.ts';
import { trimSearch } from '#lib/rules/routes/trim-search.ts';
import { isStaticSite } from '#lib/rules/static-site.ts';
import { buildFormUrl, describeCounts, fetchListing } from './fetch-listing.ts';
import { commitFieldValues, morphElement } from './morph.ts';

/**
 * Finds the counterpart of a removed element in newly rendered content: the same kind with the same text; undefined when there is
 * none.
 */
function findCounterpart(removed: Element, content: ParentNode): HTMLElement | undefined {
  const isAlike = (element: Element): boolean =>
    element.className === removed.className && element.textContent === removed.textContent;
  return [...content.querySelectorAll<HTMLElement>(removed.localName)].find(isAlike);
}

/** Kind of a navigation within the listing: a changed filter, or another page. */
type Step = 'filter' | 'page';

/** Parts of the page that describe the listing and are morphed; the products are replaced. */
const PARTS = ['#filters', '#results', '.count', '.filter-button', '.sort', '.chosen'];

const form = document.querySelector<HTMLFormElement>('#filters');
const results = document.querySelector<HTMLElement>('.results');
const found = document.querySelector<HTMLElement>('.found');

describeCounts(document);

/** Shows another listing's content. The focus moves from a removed element to its counterpart, else to the results' heading. */
function show(fresh: Document): void {
  const focused = document.activeElement;
  for (const part of PARTS) {
    const [now, next] = [document.querySelector(part), fresh.querySelector(part)];
    if (now && next) morphElement(now, next);
  }
  found?.replaceChildren(...(fresh.querySelector('.found')?.childNodes ?? []));
  document.title = fresh.title;
  dispatchEvent(new Event('pictures'));
  if (!focused?.isConnected) refocus(focused);
}

function refocus(removed: Element | null): void {
  const counterpart = removed && results && findCounterpart(removed, results);
  if (counterpart) counterpart.focus({ preventScroll: true });
  else focusResults();
}

const focusResults = (): void => document.querySelector<HTMLElement>('#results')?.focus({ preventScroll: true });

/** After a browser reports that it is online again, requests may fail for some seconds. Times in milliseconds. */
const RECONNECTING_MS = 10_000;
const RECONNECT_PAUSE_MS = 1000;

/** When the browser last reported that it is online again, by performance.now(). */
let onlineAt = Number.NEGATIVE_INFINITY;

/** Follows the retry link of a failed load, unless another load has begun. */
function retry(): void {
  if (!results?.hasAttribute('aria-busy')) found?.querySelector<HTMLAnchorElement>('[role=alert] a')?.click();
}

// Not added by each failure: a request may fail after `navigator.onLine` has changed and before this event.
addEventListener('online', () => {
  onlineAt = performance.now();
  retry();
});

/** What the page's URL asks for. */
function askedFor(): string {
  const query = new URLSearchParams(location.search);
  const asked = query.getAll('categories').join();
  const chosen = [...document.querySelectorAll<HTMLInputElement>('[name=categories]')].filter(({ value }) =>
    asked.split(',').includes(value),
  );
  const names = chosen.map(({ nextSibling }) => nextSibling?.textContent ?? '');
  return listingSubject(query.get('search') ?? '', names.length > 0 ? names : [asked]);
}

/**
 * Shows that the listing could not be loaded, with a retry link; the URL is already the new one. The heading says what was asked; the count
 * of the previous listing is removed with its products (specification, products).
 */
function showFailure(): void {
  const template = document.querySelector<HTMLTemplateElement>('#load-failure');
  const failure = template?.content.cloneNode(true) as DocumentFragment;
  const retryLink = failure.querySelector('a');
  if (navigator.onLine) failure.querySelector('[data-offline]')?.remove();
  found?.replaceChildren(failure);
  if (retryLink) retryLink.href = location.href;
  if (performance.now() - onlineAt < RECONNECTING_MS) setTimeout(retry, RECONNECT_PAUSE_MS);
  document.querySelector('.chosen')?.replaceChildren();
  for (const part of document.querySelectorAll('#results,.count')) part.textContent = part.id && askedFor();
}

/** Scrolls the results into view when they have become too short for the scroll position. */
function bringIntoView(): void {
  if (found && found.getBoundingClientRect().bottom < innerHeight / 4) results?.scrollIntoView({ behavior: 'instant' });
}

let newestSignal: AbortSignal | undefined;
/** A filter link clicked while another listing was loading, so that its URL lacks the change made before it. */
let queuedLink: HTMLAnchorElement | undefined;

/** Loads and shows a listing unless a newer navigation aborts it. */
async function load(url: string, signal: AbortSignal): Promise<void> {
  newestSignal = signal;
  queuedLink = undefined;
  results?.setAttribute('aria-busy', 'true');
  try {
    show(await fetchListing(url, signal));
  } catch (error) {
    if (!signal.aborted) {
      console.warn('Listing failed', error);
      showFailure();
    }
  }
  if (newestSignal !== signal) return;
  results?.removeAttribute('aria-busy');
  if (isStaticSite) delete document.documentElement.dataset['listing'];
  if (queuedLink && results && globalThis.navigation) {
    // Without a counterpart, such as after a failed load, the click is not lost.
    const { href } = (findCounterpart(queuedLink, results) as HTMLAnchorElement | undefined) ?? queuedLink;
    navigateTo(globalThis.navigation, href, 'filter');
  }
}

// Elsewhere the server has redirected.
if (isStaticSite) {
  const query = trimSearch(location.search);
  if (query !== location.search) history.replaceState(history.state, '', location.pathname + query);
}

/** On a static site, whose page shows all products: draws the listing of the page's URL, until another one is chosen. */
const firstLoad = isStaticSite ? new AbortController() : undefined;
if (firstLoad && document.documentElement.dataset['listing']) void load(location.href, firstLoad.signal);

/** Focuses the heading after a page change; after a filter change the page scrolls as after any navigation. */
function scrollAfterStep(step: Step): void {
  if (step === 'filter') scrollAfterNavigation('filters');
  else {
    focusResults();
    results?.scrollIntoView({ behavior: 'instant' });
  }
}

function navigateTo(navigation: Navigation, url: string, step: Step): void {
  navigation.navigate(url, { info: { step }, history: url === location.href ? 'replace' : 'push' });
}

// The page does not explain a failed search: it is reported to the console only (specification, messages).
if (found?.dataset['log']) console.error(found.dataset['log']);

/**
 * Changes the listing without a page load through the Navigation API: it keeps the history, restores the scroll position on back and
 * forward, and aborts superseded navigations. Without it, links and forms load pages.
 */
if (globalThis.navigation && form && results) {
  const { navigation } = globalThis;

  navigation.addEventListener('navigate', (event) => {
    const isReturn = event.navigationType === 'traverse' && event.destination.sameDocument;
    const step: Step | undefined = event.info?.step;
    if (!event.canIntercept || event.hashChange || !(step || isReturn)) return;
    form.hidePopover?.();
    firstLoad?.abort();
    event.intercept({
      focusReset: 'manual',
      scroll: isReturn ? 'after-transition' : 'manual',
      handler: async () => {
        await load(event.destination.url, event.signal);
        if (event.signal.aborted) return;
        if (step) scrollAfterStep(step);
        bringIntoView();
      },
    });
  });

  document.querySelector('.listing')?.addEventListener('click', (event) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent;
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.pathname !== paths.shop || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    const step = link.closest('.paging') ? 'page' : 'filter';
    if (step === 'filter' && results.hasAttribute('aria-busy')) queuedLink = link;
    else navigateTo(navigation, link.href, step);
  });

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    commitFieldValues(form);
    navigateTo(navigation, buildFormUrl(form), 'filter');
  });
}
