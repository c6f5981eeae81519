import { HEADER_SHRINK_PX } from '#lib/rules/layout.ts';
import { DROPDOWN_CLOSE_MS } from '#lib/rules/timings.ts';

const root = document.documentElement;

/** Shrinks the header once the page is scrolled (specification 2.4). */
const shrink = () => root.toggleAttribute('data-scrolled', scrollY > HEADER_SHRINK_PX);
addEventListener('scroll', shrink, { passive: true });
shrink();

let isCarouselNeeded = false;
// Toggle events do not bubble, hence the capture. The carousel's script is fetched when one of its places first opens.
document.addEventListener(
  'toggle',
  ({ target }) => {
    isCarouselNeeded ||= (target as Element).matches('.mega>details,.carousel-fold>details');
    if (isCarouselNeeded) void import('./CategoryCarousel.client.ts').then(({ showCarousel }) => showCarousel());
  },
  true,
);

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

/** Closes a side menu or sheet when the focus leaves it, so that the focus is never hidden behind it. */
for (const side of document.querySelectorAll<HTMLElement>('.side-menu, .filters')) {
  side.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !side.contains(relatedTarget) && side.matches(':popover-open')) side.hidePopover();
  });
}

/** Closes open popovers before leaving, so that a page restored from the back/forward cache is not covered. */
addEventListener('pagehide', () => {
  for (const side of document.querySelectorAll<HTMLElement>(':popover-open')) side.hidePopover();
});
