import { DROPDOWN_CLOSE_MS } from '#lib/site/timings.ts';

/** Menus that open on hover (mouse) or click, and close on leave, outside click and Escape. */
for (const dropdown of document.querySelectorAll<HTMLElement>('[data-dropdown]')) {
  const menu = dropdown.matches('details') ? (dropdown as HTMLDetailsElement) : dropdown.querySelector('details');
  if (!menu) continue;
  let closing = 0;
  let openedAt = 0;
  dropdown.addEventListener('pointerenter', (event) => {
    clearTimeout(closing);
    if (event.pointerType !== 'mouse' || menu.open) return;
    menu.open = true;
    openedAt = event.timeStamp;
  });
  dropdown.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') closing = window.setTimeout(() => (menu.open = false), DROPDOWN_CLOSE_MS);
  });
  // Ignores the click of a pointer whose hover has just opened the menu.
  menu.firstElementChild?.addEventListener('click', (event) => {
    if (menu.open && event.timeStamp - openedAt < DROPDOWN_CLOSE_MS * 2) event.preventDefault();
  });
  document.addEventListener('click', (event) => {
    if (!dropdown.contains(event.target as Node)) menu.open = false;
  });
  dropdown.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !menu.open) return;
    menu.open = false;
    menu.querySelector('summary')?.focus();
  });
}
