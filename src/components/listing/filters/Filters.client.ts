import { buildFormUrl, fetchListing } from '../fetch-listing.ts';
import { morphElement } from '../morph.ts';

const form = document.querySelector<HTMLFormElement>('#filters');

const isSheetOpen = (): boolean => form?.matches(':is(:popover-open)') ?? false;

form?.addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
});

async function follow(): Promise<void> {
  const { followFilters } = await import('./preview-filters.ts');
  if (form) followFilters(form, buildFormUrl, fetchListing, morphElement);
}

// The sheet opens without script, so it may have been opened before this script runs.
if (isSheetOpen()) void follow();
else form?.addEventListener('toggle', follow, { once: true });

/** Applies a change immediately next to the list; in the sheet, only when the shopper presses the button. */
document.addEventListener('change', ({ target }) => {
  const field = target as HTMLInputElement;
  if (field.form === form && !isSheetOpen()) form?.requestSubmit();
});
