import { buildFormUrl, fetchListing } from './fetch-listing.ts';
import { morphElement } from './morph.ts';

const form = document.querySelector<HTMLFormElement>('#filters');
let asking = new AbortController();

/** Shows the number of results on the sheet's button. */
function nameButton(page: Document): void {
  const button = form?.querySelector('.filters-foot button');
  const count = page.querySelector('.count')?.textContent;
  if (button && count) button.textContent = `Show ${count}`;
}

/** Updates the sheet's counts before its filters are applied; a newer change aborts the request. */
async function preview(filters: HTMLFormElement): Promise<void> {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  try {
    const page = await fetchListing(buildFormUrl(filters), signal);
    const fresh = page.querySelector('#filters');
    if (fresh) morphElement(filters, fresh);
    nameButton(page);
  } catch (error) {
    if (!signal.aborted) console.warn('The filters could not be counted', error);
  }
}

form?.addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
});

form?.addEventListener('toggle', ({ newState }) => {
  if (newState === 'open') void preview(form);
  else asking.abort();
});

/** Applies a change at once beside the list; in the sheet, when the shopper presses the button. */
document.addEventListener('change', ({ target }) => {
  const field = target as HTMLInputElement;
  if (!form || field.form !== form) return;
  if (form.matches(':popover-open')) void preview(form);
  else form.requestSubmit();
});
