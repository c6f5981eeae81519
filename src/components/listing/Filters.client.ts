import { buildFormUrl, fetchListing } from './fetch-listing.ts';
import { morphElement } from './morph.ts';

const form = document.querySelector<HTMLFormElement>('#filters');

form?.addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
});

form?.addEventListener(
  'toggle',
  async () => {
    const { followFilters } = await import('./preview-filters.ts');
    followFilters(form, buildFormUrl, fetchListing, morphElement);
  },
  { once: true },
);

/** Applies a change immediately next to the list; in the sheet, only when the shopper presses the button. */
document.addEventListener('change', ({ target }) => {
  const field = target as HTMLInputElement;
  if (field.form === form && form && !form.matches(':is(:popover-open)')) form.requestSubmit();
});
