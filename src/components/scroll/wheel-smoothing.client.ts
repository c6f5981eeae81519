import Lenis from 'lenis';
import { SCROLL_SMOOTHING } from '#lib/contract/limits.ts';

/** Side panels lock the page's own scrolling; then the wheel belongs to them alone. */
const isLocked = (): boolean => getComputedStyle(document.documentElement).overflowY === 'hidden';

const lenis = new Lenis({ duration: SCROLL_SMOOTHING, autoRaf: true, allowNestedScroll: true, virtualScroll: () => !isLocked() });

// A navigation moves the page itself: a glide that is still under way would fight it.
globalThis.navigation?.addEventListener('navigate', () => {
  lenis.stop();
  lenis.start();
});
