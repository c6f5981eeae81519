import { FILTER_DEBOUNCE_MS } from '#lib/rules/timings.ts';
import { buildFormUrl, fetchListing } from './fetch-listing.ts';
import { morphElement } from './morph.ts';

const form = document.querySelector<HTMLFormElement>('#filters');
let pendingPreview = new AbortController();
let debounce = 0;
/** The listing whose counts the sheet shows or is loading. */
let previewed: string | undefined;

const showButton = () => form?.querySelector('.filters-foot button') as HTMLElement;
/** Its label without a count. */
const unknownCount = form && showButton().textContent;

function stopPreview(): void {
  clearTimeout(debounce);
  pendingPreview.abort();
  previewed = undefined;
}

/** Updates the sheet's counts before its filters are applied. Until they have come, its button shows none. */
function preview(filters: HTMLFormElement, delay = 0): void {
  const url = buildFormUrl(filters);
  if (url === previewed) return;
  stopPreview();
  previewed = url;
  showButton().textContent = unknownCount;
  pendingPreview = new AbortController();
  debounce = window.setTimeout(load, delay, filters, url, pendingPreview.signal);
}

async function load(filters: HTMLFormElement, url: string, signal: AbortSignal): Promise<void> {
  try {
    const page = await fetchListing(url, signal);
    const fresh = page.querySelector('#filters');
    if (fresh) morphElement(filters, fresh);
    const count = page.querySelector('.count')?.textContent;
    if (count) showButton().textContent = `Show ${count}`;
  } catch (error) {
    if (signal.aborted) return;
    previewed = undefined;
    console.warn('Filters failed', error);
  }
}

form?.addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
});

form?.addEventListener('toggle', ({ newState }) => {
  if (newState === 'open') preview(form);
  else stopPreview();
});

/** Counts follow what is typed. */
form?.addEventListener('input', ({ target }) => {
  if ((target as HTMLInputElement).type !== 'checkbox' && form.matches(':is(:popover-open)')) preview(form, FILTER_DEBOUNCE_MS);
});

/** Applies a change immediately next to the list; in the sheet, only when the shopper presses the button. */
document.addEventListener('change', ({ target }) => {
  const field = target as HTMLInputElement;
  if (!form || field.form !== form) return;
  if (form.matches(':is(:popover-open)')) preview(form);
  else form.requestSubmit();
});
