import { t } from '#lib/contract/text/t.ts';
import { FILTER_DEBOUNCE_MS } from '#lib/site/timings.ts';
import type * as listing from '../fetch-listing.ts';
import type * as morph from '../morph.ts';

/**
 * Keeps the counts of the filter sheet right before its filters are applied. Until they have come, its button says that it counts. Gets the
 * functions of the listing's script, because a module that two scripts import becomes part of every page's.
 */
export function followFilters(
  form: HTMLFormElement,
  buildFormUrl: typeof listing.buildFormUrl,
  fetchListing: typeof listing.fetchListing,
  morphElement: typeof morph.morphElement,
): void {
  let pending = new AbortController();
  let debounce = 0;
  /** The listing whose counts the sheet shows or is loading. */
  let previewed: string | undefined;
  const button = () => form.querySelector('.filters-foot button') as HTMLElement;
  const unknownCount = button().textContent;
  const say = (text: string): void => {
    button().textContent = text;
  };

  /** A store that counts no filters gets no request for its numbers. */
  const isCounted = (): boolean => !form.hasAttribute('data-uncounted');

  const stop = (): void => {
    clearTimeout(debounce);
    pending.abort();
    previewed = undefined;
    say(unknownCount);
  };
  const load = async (url: string, signal: AbortSignal): Promise<void> => {
    try {
      const page = await fetchListing(url, signal);
      const fresh = page.querySelector('#filters');
      if (fresh) morphElement(form, fresh);
      const count = page.querySelector('.count')?.textContent;
      say(count && isCounted() ? t('Show {products}', { products: count }) : unknownCount);
    } catch (error) {
      if (signal.aborted) return;
      previewed = undefined;
      say(unknownCount);
      console.warn('Filters failed', error);
    }
  };
  const preview = (delay = 0): void => {
    const url = isCounted() && form.matches(':is(:popover-open)') ? buildFormUrl(form) : undefined;
    if (url === previewed) return;
    stop();
    previewed = url;
    if (!url) return;
    say(t('Counting…'));
    pending = new AbortController();
    debounce = window.setTimeout(load, delay, url, pending.signal);
  };

  form.addEventListener('toggle', () => preview());
  form.addEventListener('change', () => preview());
  form.addEventListener('input', ({ target }) => {
    if (!/checkbox|radio/.test((target as HTMLInputElement).type)) preview(FILTER_DEBOUNCE_MS);
  });
  // A band of prices is a link, which without script leads to its products. Here it sets the two fields.
  form.addEventListener('click', (event) => {
    const band = (event.target as Element).closest<HTMLElement>('[data-band]');
    if (!band || !form.matches(':is(:popover-open)')) return;
    event.preventDefault();
    event.stopPropagation();
    const isChosen = band.ariaCurrent !== 'true';
    for (const other of form.querySelectorAll('[data-band]')) other.ariaCurrent = isChosen && other === band ? 'true' : null;
    for (const end of ['min', 'max']) {
      const field = form.elements.namedItem(`${end}_price`) as HTMLInputElement;
      field.value = (isChosen && band.dataset[end]) || '';
    }
    preview();
  });
  // The browser ends the requests of a page that is left, which is no failure.
  addEventListener('pagehide', stop);
  preview();
}
