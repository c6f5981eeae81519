import Lenis from 'lenis';
import { SCROLL_SMOOTHING_SECONDS } from '#lib/site/timings.ts';

/** Side panels lock the page's scrolling; wheel events then belong to the panel. */
const isLocked = (): boolean => getComputedStyle(document.documentElement).overflowY === 'hidden';

const lenis = new Lenis({
  duration: SCROLL_SMOOTHING_SECONDS,
  autoRaf: true,
  allowNestedScroll: true,
  virtualScroll: () => !isLocked(),
});

// A navigation scrolls the page itself; a running scroll animation would interfere with it.
globalThis.navigation?.addEventListener('navigate', () => {
  lenis.stop();
  lenis.start();
});
