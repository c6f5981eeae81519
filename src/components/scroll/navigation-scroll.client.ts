import { SMOOTH_SCROLL_RESET_MS } from '#lib/site/timings.ts';

const root = document.documentElement;
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
let skipsNext = false;
let resetTimer = 0;

document.addEventListener(
  'click',
  ({ target }) => {
    skipsNext = target instanceof Element && target.closest('a, label:has([type=checkbox]), [type=checkbox]') !== null;
  },
  true,
);

/** Whether to keep the scroll position, as specified: the last click was on a link or a custom checkbox. */
function isSkipped(): boolean {
  const skipped = skipsNext;
  skipsNext = false;
  return skipped;
}

/** Scrolls smoothly, then switches smooth scrolling off again so that nothing else animates by accident. */
function scrollSmoothly(scroll: () => void): void {
  if (!reducedMotion.matches) root.style.scrollBehavior = 'smooth';
  clearTimeout(resetTimer);
  resetTimer = window.setTimeout(() => root.style.removeProperty('scroll-behavior'), SMOOTH_SCROLL_RESET_MS);
  scroll();
}

/** Scrolls the page and the container with this id to the top after the content changed under a new URL. */
export function scrollAfterNavigation(containerId: string): void {
  if (isSkipped()) return;
  scrollSmoothly(() => {
    scrollTo(0, 0);
    document.getElementById(containerId)?.scrollTo(0, 0);
  });
}

/** Whether the hash names an element of this page, plain or percent-encoded. */
function isOnPage(hash: string): boolean {
  try {
    return document.getElementById(hash) !== null || document.getElementById(decodeURIComponent(hash)) !== null;
  } catch {
    return false;
  }
}

/** Scrolls smoothly to another hash of the same page, or to the top if no element has it. */
globalThis.navigation?.addEventListener('navigate', ({ hashChange, navigationType, destination }) => {
  if (!hashChange || navigationType === 'traverse' || isSkipped()) return;
  scrollSmoothly(() => {
    if (!isOnPage(new URL(destination.url).hash.slice(1))) setTimeout(() => scrollTo(0, 0));
  });
});

/** Smooths mouse wheel scrolling; its script is fetched on the first wheel event. */
if (matchMedia('(pointer: fine)').matches && !reducedMotion.matches) {
  addEventListener('wheel', () => void import('./wheel-smoothing.client.ts'), { once: true, passive: true });
}
