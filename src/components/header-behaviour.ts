import { DROPDOWN_CLOSE_MS, HEADER_SHRINK_PX } from '../lib/contract/limits.ts';

const root = document.documentElement;

/** The header shrinks once the page is scrolled (specification 2.4). */
const shrink = () => root.toggleAttribute('data-scrolled', scrollY > HEADER_SHRINK_PX);
addEventListener('scroll', shrink, { passive: true });
shrink();

const row = document.querySelector<HTMLElement>('[data-carousel]');
let carousel: { resume: () => void; rest: () => void } | undefined;

/**
 * Shows the row of categories in `place` while `fold` is open, as a carousel whose scripts are fetched when it is first seen. Wide
 * screens have it in the Shop panel, narrower ones in the drawer, so that there is one of it.
 */
async function showCarousel(fold: HTMLDetailsElement, place: HTMLElement): Promise<void> {
  const isSeen = () => fold.open && fold.checkVisibility();
  if (!row || (!isSeen() && !place.contains(row))) return;
  if (isSeen()) place.append(row);
  const { startCarousel } = await import('./category-carousel.ts');
  if (!isSeen()) return carousel?.rest();
  carousel ??= startCarousel(row);
  carousel.resume();
}

const panelFold = document.querySelector<HTMLDetailsElement>('.mega details');
const panel = document.querySelector<HTMLElement>('.mega-panel');
if (panelFold && panel) panelFold.addEventListener('toggle', () => void showCarousel(panelFold, panel));

const drawerFold = document.querySelector<HTMLDetailsElement>('.views > details');
const drawerPlace = document.querySelector<HTMLElement>('.views-place');
if (drawerFold && drawerPlace) {
  // Both the fold and the drawer around it can take the carousel out of sight; their toggle events do not bubble.
  document.querySelector('#menu')?.addEventListener('toggle', () => void showCarousel(drawerFold, drawerPlace), true);
}

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
  // The click of a pointer that has only just opened it by arriving must not close it again.
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

/** A side menu or sheet closes when the keyboard leaves it, so that nothing behind it is reached unseen. */
for (const side of document.querySelectorAll<HTMLElement>('.side-menu, .filters')) {
  side.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !side.contains(relatedTarget) && side.matches(':popover-open')) side.hidePopover();
  });
}

/** What was open when the shopper left is closed on the way out: a page that comes back from the back/forward cache shows itself. */
addEventListener('pagehide', () => {
  for (const side of document.querySelectorAll<HTMLElement>(':popover-open')) side.hidePopover();
});
