import { dispatchWindowEvent } from '#lib/client/window-events.ts';
import * as paths from '#lib/rules/routes/fixed-paths.ts';

let isCarouselNeeded = false;

/** What follows when details or a popover have opened or closed: the carousel starts or stops, and a closed menu is as it was at first. */
export async function followToggle(target: HTMLDetailsElement): Promise<void> {
  // Not for "Show less" itself, after which the panel keeps its height.
  if (!target.open && !target.matches('.more')) shortenLists(target);
  if (target.matches('.mega > details, .side-menu .expandable > details')) void addPictures();
  const logout = target.querySelector<HTMLElement>('[data-logout]');
  // Its dialog is prefetched as by a pointer, for a browser that is offline later.
  if (logout?.offsetParent) logout.dispatchEvent(new Event('pointerover'));
  isCarouselNeeded ||= target.matches('.mega>details,.carousel-fold>details');
  if (isCarouselNeeded) (await import('./CategoryCarousel.client.ts')).showCarousel();
}

let arePicturesAsked = false;

/** Adds pictures to the categories of the carousel and the side menu. Only the page of categories has them, so that the others stay small. */
async function addPictures(): Promise<void> {
  if (arePicturesAsked) return;
  arePicturesAsked = true;
  try {
    const html = await (await fetch(paths.categories)).text();
    // Without the styles of that page, which the policy of this one refuses.
    const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
    const tiles = new DOMParser().parseFromString(main, 'text/html').querySelectorAll('.tiles > li');
    const pictures = new Map(
      [...tiles].map((tile) => [tile.querySelector('a')?.getAttribute('href'), tile.querySelector('picture')]),
    );
    for (const link of document.querySelectorAll('[data-carousel] a, .side-menu .category-list a')) {
      const picture = pictures.get(link.getAttribute('href'))?.cloneNode(true) as HTMLElement | undefined;
      if (!picture) continue;
      for (const part of picture.querySelectorAll('[sizes]')) part.setAttribute('sizes', '8rem');
      const frame = link.querySelector('.picture') ?? Object.assign(document.createElement('span'), { className: 'picture' });
      frame.append(picture);
      link.prepend(frame);
    }
    dispatchWindowEvent('pictures');
  } catch {
    // Offline: the names alone, until the menu opens again.
    arePicturesAsked = false;
  }
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
