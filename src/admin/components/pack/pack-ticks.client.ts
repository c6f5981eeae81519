/** Remembers the ticks of the order that is packed while the tab is open, and says how many items are ticked. */
const form = document.querySelector<HTMLFormElement>('[data-pack]');
const boxes = [...(form?.querySelectorAll<HTMLInputElement>('input[name="item"]') ?? [])];
const text = form?.querySelector('[data-ticked]');
const key = `pack ${form?.dataset['pack']}`;

function show(): void {
  const ticked = boxes.filter(({ checked }) => checked);
  if (text) text.textContent = `${ticked.length} of ${boxes.length} ticked`;
}

if (form && boxes.length > 0) {
  try {
    const kept = (sessionStorage.getItem(key) ?? '').split(' ');
    for (const box of boxes) box.checked ||= kept.includes(box.value);
  } catch {
    // A browser may forbid storage: the ticks last as long as the page.
  }
  show();
  form.addEventListener('change', () => {
    show();
    try {
      sessionStorage.setItem(key, boxes.flatMap(({ checked, value }) => (checked ? [value] : [])).join(' '));
    } catch {
      // As above.
    }
  });
}

export {};
