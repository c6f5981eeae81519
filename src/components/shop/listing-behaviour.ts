import { scrollAfterNavigation } from '../navigation-behaviour.ts';

/** What marks a navigation as a choice made within the listing. */
const CHOICE = 'listing';

/** The parts of the page that a choice changes. What announces itself or is being used stays, and only its content changes. */
const PARTS = ['#filters', '#results', '.count', '.filter-button', '.sort', '.found'];

const form = document.querySelector<HTMLFormElement>('#filters');
const results = document.querySelector<HTMLElement>('.results');

/** Finds an element again after the part of the page it stood in was drawn anew. */
function sameAs(element: Element | null): HTMLElement | null {
  if (!(element instanceof HTMLInputElement || element instanceof HTMLSelectElement)) return null;
  const value = element.type === 'checkbox' ? `[value="${CSS.escape(element.value)}"]` : '';
  return document.querySelector(`.listing [name="${element.name}"]${value}`);
}

/** Puts another listing's content in place of this one's; folded filters, their scroll and the focus stay as they are. */
function show(fresh: Document): void {
  const focused = document.activeElement;
  const folded = [...document.querySelectorAll('#filters details')].map((group) => !group.hasAttribute('open'));
  for (const part of PARTS) {
    const now = document.querySelector(part);
    now?.replaceChildren(...(fresh.querySelector(part)?.childNodes ?? []));
  }
  for (const [i, group] of document.querySelectorAll('#filters details').entries()) group.toggleAttribute('open', !folded[i]);
  document.title = fresh.title;
  dispatchEvent(new Event('pictures'));
  if (focused?.isConnected) return;
  (sameAs(focused) ?? document.querySelector<HTMLElement>('#results'))?.focus({ preventScroll: true });
}

/** Says that the listing could not be had and offers to try again; the address is already that of the choice. */
function showFailure(): void {
  const again = Object.assign(document.createElement('a'), {
    className: 'button',
    href: location.href,
    textContent: 'Try again',
  });
  const note = Object.assign(document.createElement('p'), {
    className: 'lead',
    textContent: 'These products could not be loaded.',
  });
  const failure = Object.assign(document.createElement('div'), { className: 'nothing', role: 'alert' });
  failure.append(note, again);
  document.querySelector('.found')?.replaceChildren(failure);
}

/** What has become too short to be seen from where the shopper stands is brought into view. */
function bringIntoView(): void {
  const found = document.querySelector('.found');
  if (found && found.getBoundingClientRect().bottom < innerHeight / 4) document.querySelector('.toolbar')?.scrollIntoView();
}

async function load(address: string, signal: AbortSignal): Promise<void> {
  results?.setAttribute('aria-busy', 'true');
  try {
    const response = await fetch(address, { signal, headers: { accept: 'text/html' } });
    if (!response.ok) throw new Error(`${response.status}`);
    const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (!signal.aborted) show(fresh);
  } catch (error) {
    if (signal.aborted) return;
    console.warn('The listing could not be loaded', error);
    showFailure();
  }
  results?.removeAttribute('aria-busy');
  bringIntoView();
}

function choose(navigation: Navigation, address: string): void {
  navigation.navigate(address, { info: CHOICE, history: address === location.href ? 'replace' : 'push' });
}

/**
 * Choices within the listing change it without a page load, through the Navigation API: it keeps the history, restores the scroll
 * on back and forward, and drops what a newer choice has overtaken. Without it links and forms load pages as ever.
 */
if (globalThis.navigation && form && results) {
  const { navigation } = globalThis;

  navigation.addEventListener('navigate', (event) => {
    const isReturn = event.navigationType === 'traverse' && event.destination.sameDocument;
    if (!event.canIntercept || event.hashChange || (event.info !== CHOICE && !isReturn)) return;
    if (form.matches(':popover-open')) form.hidePopover();
    event.intercept({
      focusReset: 'manual',
      scroll: isReturn ? 'after-transition' : 'manual',
      handler: async () => {
        await load(event.destination.url, event.signal);
        if (!isReturn && !event.signal.aborted) scrollAfterNavigation('filters');
      },
    });
  });

  document.querySelector('.listing')?.addEventListener('click', (event) => {
    const { target, button, metaKey, ctrlKey, shiftKey, altKey } = event as MouseEvent;
    const link = target instanceof Element ? target.closest('a') : null;
    if (!link || link.pathname !== location.pathname || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
    event.preventDefault();
    choose(navigation, link.href);
  });

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const query = new URLSearchParams([...new FormData(form)].map(([name, value]) => [name, String(value)]));
    choose(navigation, new URL(query.size > 0 ? `?${query}` : location.pathname, location.href).href);
  });
}
