import { buildFormUrl, fetchListing } from './fetch-listing.ts';
import { morphElement } from './morph.ts';

const form = document.querySelector<HTMLFormElement>('#filters');
let pendingPreview = new AbortController();

/** Shows the number of results on the sheet's button. */
function updateButtonLabel(page: Document): void {
  const button = form?.querySelector('.filters-foot button');
  const count = page.querySelector('.count')?.textContent;
  if (button && count) button.textContent = `Show ${count}`;
}

/** Updates the sheet's counts before its filters are applied; a newer change aborts the request. */
async function preview(filters: HTMLFormElement): Promise<void> {
  pendingPreview.abort();
  pendingPreview = new AbortController();
  const { signal } = pendingPreview;
  try {
    const page = await fetchListing(buildFormUrl(filters), signal);
    const fresh = page.querySelector('#filters');
    if (fresh) morphElement(filters, fresh);
    updateButtonLabel(page);
  } catch (error) {
    if (!signal.aborted) console.warn('Filters failed', error);
  }
}

form?.addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
});

form?.addEventListener('toggle', ({ newState }) => {
  if (newState === 'open') void preview(form);
  else pendingPreview.abort();
});

/** Applies a change immediately next to the list; in the sheet, only when the shopper presses the button. */
document.addEventListener('change', ({ target }) => {
  const field = target as HTMLInputElement;
  if (!form || field.form !== form) return;
  if (form.matches(':popover-open')) void preview(form);
  else form.requestSubmit();
});
