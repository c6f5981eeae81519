import { scrollAfterNavigation } from '#components/scroll/navigation-scroll.client.ts';
import { findCounterpart } from './counterpart.ts';
import { buildFormUrl, fetchListing } from './fetch-listing.ts';
import { commitFieldValues, morphElement } from './morph.ts';

/** What marks a navigation as made within the listing: another choice, or another page of the same one. */
type Step = 'choice' | 'page';

/** The parts of the page that tell of the listing; the products themselves are replaced. */
const PARTS = ['#filters', '#results', '.count', '.filter-button', '.sort'];

const form = document.querySelector<HTMLFormElement>('#filters');
const results = document.querySelector<HTMLElement>('.results');
const found = document.querySelector<HTMLElement>('.found');

/** Puts another listing's content in place of this one's. The focus goes from what has gone to its like, else to the results' heading. */
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

function refocus(gone: Element | null): void {
  const twin = gone && found && findCounterpart(gone, found);
  if (twin) twin.focus({ preventScroll: true });
  else focusResults();
}

const focusResults = (): void => document.querySelector<HTMLElement>('#results')?.focus({ preventScroll: true });

/**
 * Says that the listing could not be loaded and offers to try again; the address is already that of the choice. Heading and count of
 * the former listing go with its products (specification 4.2).
 */
function showFailure(): void {
  const template = document.querySelector<HTMLTemplateElement>('#load-failure');
  const failure = template?.content.cloneNode(true) as DocumentFragment;
  const again = failure.querySelector('a');
  if (again) again.href = location.href;
  if (navigator.onLine) failure.querySelector('[data-offline]')?.remove();
  else addEventListener('online', () => again?.isConnected && again.click(), { once: true });
  found?.replaceChildren(failure);
  for (const part of document.querySelectorAll('#results,.count')) part.textContent = part.id && 'Shop';
}

/** What has become too short to be seen from where the shopper stands is brought into view. */
function bringIntoView(): void {
  if (found && found.getBoundingClientRect().bottom < innerHeight / 4) results?.scrollIntoView({ behavior: 'instant' });
}

let newest: AbortSignal | undefined;
/** A link that was followed while another listing was on its way, and so knows nothing of the choice made before it. */
let early: HTMLAnchorElement | undefined;

/** Loads a listing and shows it, unless the shopper has chosen anew meanwhile. */
async function load(address: string, signal: AbortSignal): Promise<void> {
  newest = signal;
  early = undefined;
  results?.setAttribute('aria-busy', 'true');
  try {
    show(await fetchListing(address, signal));
  } catch (error) {
    if (!signal.aborted) {
      console.warn('The listing could not be loaded', error);
      showFailure();
    }
  }
  if (newest !== signal) return;
  results?.removeAttribute('aria-busy');
  if (early && found) findCounterpart(early, found)?.click();
}

/** Another page begins with its first product; after another choice the page scrolls as after any navigation. */
function settle(step: Step): void {
  if (step === 'choice') scrollAfterNavigation('filters');
  else {
    focusResults();
    results?.scrollIntoView({ behavior: 'instant' });
  }
}

function go(navigation: Navigation, address: string, step: Step): void {
  navigation.navigate(address, { info: { step }, history: address === location.href ? 'replace' : 'push' });
}

/**
 * Choices within the listing change it without a page load, through the Navigation API: it keeps the history, restores the scroll
 * on back and forward, and drops what a newer choice has overtaken. Without it links and forms load pages as ever.
 */
// The page does not explain a failed search: it is reported to the console only (specification 8).
if (found?.dataset['log']) console.error(found.dataset['log']);
if (globalThis.navigation && form && results) {
  const { navigation } = globalThis;

  navigation.addEventListener('navigate', (event) => {
    const isReturn = event.navigationType === 'traverse' && event.destination.sameDocument;
    const step: Step | undefined = event.info?.step;
    if (!event.canIntercept || event.hashChange || !(step || isReturn)) return;
    if (form.matches(':popover-open')) form.hidePopover();
    event.intercept({
      focusReset: 'manual',
      scroll: isReturn ? 'after-transition' : 'manual',
      handler: async () => {
        await load(event.destination.url, event.signal);
        if (event.signal.aborted) return;
        if (step) settle(step);
        bringIntoView();
      },
    });
  });

  document.querySelector('.listing')?.addEventListener('click', (event) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent;
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.pathname !== location.pathname || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    const step = link.closest('.paging') ? 'page' : 'choice';
    if (step === 'choice' && results.hasAttribute('aria-busy')) early = link;
    else go(navigation, link.href, step);
  });

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    commitFieldValues(form);
    go(navigation, buildFormUrl(form), 'choice');
  });
}
