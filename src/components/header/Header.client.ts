import { HEADER_SHRINK_PX } from '#lib/rules/ui-thresholds.ts';
import './dropdowns.client.ts';

const root = document.documentElement;

/** Shrinks the header once the page is scrolled (specification 2.4). */
const shrink = () => root.toggleAttribute('data-scrolled', scrollY > HEADER_SHRINK_PX);
addEventListener('scroll', shrink, { passive: true });
shrink();

let isCarouselNeeded = false;
// Listens in the capture phase, because toggle events do not bubble. The carousel's script is fetched when one of its places first opens.
document.addEventListener(
  'toggle',
  ({ target }) => {
    isCarouselNeeded ||= (target as Element).matches('.mega>details,.carousel-fold>details');
    if (isCarouselNeeded) void import('./CategoryCarousel.client.ts').then(({ showCarousel }) => showCarousel());
  },
  true,
);

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
