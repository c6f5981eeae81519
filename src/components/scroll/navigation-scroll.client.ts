import { SMOOTH_SCROLL_RESET_MS } from '#lib/contract/limits.ts';

const root = document.documentElement;
const lessMotion = matchMedia('(prefers-reduced-motion: reduce)');
let skipsNext = false;
let glidingEnds = 0;

document.addEventListener(
  'click',
  ({ target }) => {
    skipsNext = target instanceof Element && target.closest('a, label:has([type=checkbox]), [type=checkbox]') !== null;
  },
  true,
);

/** Whether this one navigation leaves the scroll alone: the last click was on a link or a custom checkbox (specification 2.2). */
function isSkipped(): boolean {
  const skipped = skipsNext;
  skipsNext = false;
  return skipped;
}

/** Scrolls smoothly; smooth scrolling is switched off again soon, so that nothing else glides by accident. */
function smoothly(scroll: () => void): void {
  if (!lessMotion.matches) root.style.scrollBehavior = 'smooth';
  clearTimeout(glidingEnds);
  glidingEnds = window.setTimeout(() => root.style.removeProperty('scroll-behavior'), SMOOTH_SCROLL_RESET_MS);
  scroll();
}

/** After a change of the page's content under a new address: to the top, and so with the container of that id. */
export function scrollAfterNavigation(containerId: string): void {
  if (isSkipped()) return;
  smoothly(() => {
    scrollTo(0, 0);
    document.getElementById(containerId)?.scrollTo(0, 0);
  });
}

/** Whether a hash names an element of this page, written as it is or percent-encoded. */
function isHere(hash: string): boolean {
  try {
    return document.getElementById(hash) !== null || document.getElementById(decodeURIComponent(hash)) !== null;
  } catch {
    return false;
  }
}

/** To another hash of the same page: the browser finds the element, here it is made to glide there, or to the top if there is none. */
globalThis.navigation?.addEventListener('navigate', ({ hashChange, navigationType, destination }) => {
  if (!hashChange || navigationType === 'traverse' || isSkipped()) return;
  smoothly(() => {
    if (!isHere(new URL(destination.url).hash.slice(1))) setTimeout(() => scrollTo(0, 0));
  });
});

/** A mouse wheel moves the page smoothly; what does that is fetched when a wheel first turns. */
if (matchMedia('(pointer: fine)').matches && !lessMotion.matches) {
  addEventListener('wheel', () => void import('./wheel-smoothing.client.ts'), { once: true, passive: true });
}
