import { t } from '#lib/contract/text/t.ts';
import { FILTER_DEBOUNCE_MS } from '#lib/rules/timings.ts';
import type * as listing from './fetch-listing.ts';
import type * as morph from './morph.ts';

/**
 * Keeps the counts of the filter sheet right before its filters are applied. Until they have come, its button shows no number. Gets the
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

  const stop = (): void => {
    clearTimeout(debounce);
    pending.abort();
    previewed = undefined;
  };
  const load = async (url: string, signal: AbortSignal): Promise<void> => {
    try {
      const page = await fetchListing(url, signal);
      const fresh = page.querySelector('#filters');
      if (fresh) morphElement(form, fresh);
      const count = page.querySelector('.count')?.textContent;
      if (count) button().textContent = t('Show {products}', { products: count });
    } catch (error) {
      if (signal.aborted) return;
      previewed = undefined;
      console.warn('Filters failed', error);
    }
  };
  const preview = (delay = 0): void => {
    const url = form.matches(':is(:popover-open)') ? buildFormUrl(form) : undefined;
    if (url === previewed) return;
    stop();
    previewed = url;
    if (!url) return;
    button().textContent = unknownCount;
    pending = new AbortController();
    debounce = window.setTimeout(load, delay, url, pending.signal);
  };

  form.addEventListener('toggle', () => preview());
  form.addEventListener('change', () => preview());
  form.addEventListener('input', ({ target }) => {
    if ((target as HTMLInputElement).type !== 'checkbox') preview(FILTER_DEBOUNCE_MS);
  });
  // The browser ends the requests of a page that is left, which is no failure.
  addEventListener('pagehide', stop);
  preview();
}
