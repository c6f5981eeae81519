import { dispatchWindowEvent } from '#lib/client/window-events.ts';

let isCarouselNeeded = false;

/** What follows when details or a popover have opened or closed: the carousel starts or stops, and a closed menu is as it was at first. */
export async function followToggle(target: HTMLDetailsElement): Promise<void> {
  // Not for "Show less" itself, after which the panel keeps its height.
  if (!target.open && !target.matches('.more')) shortenLists(target);
  if (target.matches('.side-menu .expandable > details')) addPictures();
  const logout = target.querySelector<HTMLElement>('[data-logout]');
  // Its dialog is prefetched as by a pointer, for a browser that is offline later.
  if (logout?.offsetParent) logout.dispatchEvent(new Event('pointerover'));
  isCarouselNeeded ||= target.matches('.mega>details,.carousel-fold>details');
  if (isCarouselNeeded) (await import('./CategoryCarousel.client.ts')).showCarousel();
}

/** Adds the pictures of the carousel beside the names of the side menu's categories. */
function addPictures(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-carousel] a')];
  const pictures = new Map(links.map((link) => [link.href, link.querySelector('picture')]));
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.side-menu .category-list a')) {
    const picture = pictures.get(link.href)?.cloneNode(true);
    if (!picture || link.firstElementChild) continue;
    const frame = Object.assign(document.createElement('span'), { className: 'picture' });
    frame.append(picture);
    link.prepend(frame);
  }
  dispatchWindowEvent('pictures');
}

/** A list of categories starts with its first ones each time its menu opens (specification, header). */
function shortenLists({ parentElement }: HTMLElement): void {
  for (const more of parentElement?.querySelectorAll<HTMLDetailsElement>('.more') ?? []) {
    more.open = false;
    more.closest('.dropdown-panel')?.removeAttribute('style');
  }
}

/** "Show less" must not draw the menu away from under the pointer: its panel keeps its height while it is open. */
document.addEventListener(
  'click',
  ({ target }) => {
    const panel = (target as Element).closest('.more') && (target as Element).closest<HTMLElement>('.dropdown-panel');
    if (panel) panel.style.minHeight = `${panel.offsetHeight}px`;
  },
  true,
);
