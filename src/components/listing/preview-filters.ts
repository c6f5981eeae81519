import { FILTER_DEBOUNCE_MS } from '#lib/rules/timings.ts';
import { buildFormUrl, fetchListing } from './fetch-listing.ts';
import { morphElement } from './morph.ts';

/** Keeps the counts of the filter sheet right before its filters are applied. Until they have come, its button shows no number. */
export function followFilters(form: HTMLFormElement): void {
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
      if (count) button().textContent = `Show ${count}`;
    } catch (error) {
      if (signal.aborted) return;
      previewed = undefined;
      console.warn('Filters failed', error);
    }
  };
  const preview = (delay = 0): void => {
    const url = form.matches(':popover-open') ? buildFormUrl(form) : undefined;
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
  preview();
}
