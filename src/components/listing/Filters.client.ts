import { buildFormUrl, fetchListing } from './fetch-listing.ts';
import { morphElement } from './morph.ts';

const form = document.querySelector<HTMLFormElement>('#filters');
let asking = new AbortController();

/** Says on the sheet's button how many products it leads to. */
function nameButton(page: Document): void {
  const button = form?.querySelector('.filters-foot button');
  const count = page.querySelector('.count')?.textContent;
  if (button && count) button.textContent = `Show ${count}`;
}

/** Before the sheet's choices take effect, its counts tell what they would lead to; the newest choice is what counts. */
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

/** Beside the list a choice takes effect at once; in the sheet the shopper makes several and then asks for results. */
document.addEventListener('change', ({ target }) => {
  const field = target as HTMLInputElement;
  if (!form || field.form !== form) return;
  if (form.matches(':popover-open')) void preview(form);
  else form.requestSubmit();
});
