const form = document.querySelector<HTMLFormElement>('#filters');

form?.addEventListener('formdata', ({ formData }) => {
  for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
});

/** Beside the list a choice takes effect at once; in the sheet the shopper makes several and then asks for results. */
document.addEventListener('change', ({ target }) => {
  const field = target as HTMLInputElement;
  if (field.form === form && !form?.matches(':popover-open')) form?.requestSubmit();
});
