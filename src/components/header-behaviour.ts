import { DROPDOWN_CLOSE_MS, HEADER_SHRINK_PX } from '../lib/contract/limits.ts';

const root = document.documentElement;

/** The header shrinks once the page is scrolled (specification 2.4). */
const shrink = () => root.toggleAttribute('data-scrolled', scrollY > HEADER_SHRINK_PX);
addEventListener('scroll', shrink, { passive: true });
shrink();

for (const dropdown of document.querySelectorAll<HTMLDetailsElement>('[data-dropdown]')) {
  let closing = 0;
  let openedAt = 0;
  dropdown.addEventListener('pointerenter', (event) => {
    clearTimeout(closing);
    if (event.pointerType !== 'mouse' || dropdown.open) return;
    dropdown.open = true;
    openedAt = event.timeStamp;
  });
  dropdown.addEventListener('pointerleave', (event) => {
    if (event.pointerType === 'mouse') closing = window.setTimeout(() => (dropdown.open = false), DROPDOWN_CLOSE_MS);
  });
  // The click of a pointer that has only just opened it by arriving must not close it again.
  dropdown.firstElementChild?.addEventListener('click', (event) => {
    if (dropdown.open && event.timeStamp - openedAt < DROPDOWN_CLOSE_MS * 2) event.preventDefault();
  });
  document.addEventListener('click', (event) => {
    if (!dropdown.contains(event.target as Node)) dropdown.open = false;
  });
  dropdown.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || !dropdown.open) return;
    dropdown.open = false;
    dropdown.querySelector('summary')?.focus();
  });
}

/** A side menu or sheet closes when the keyboard leaves it, so that nothing behind it is reached unseen. */
for (const side of document.querySelectorAll<HTMLElement>('.side-menu, .filters')) {
  side.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !side.contains(relatedTarget) && side.matches(':popover-open')) side.hidePopover();
  });
}
