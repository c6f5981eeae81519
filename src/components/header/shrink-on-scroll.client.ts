import { HEADER_SHRINK_PX } from '#lib/site/ui-thresholds.ts';

const root = document.documentElement;

/** Shrinks the header once the page is scrolled (specification, header). */
const shrink = () => root.toggleAttribute('data-scrolled', scrollY > HEADER_SHRINK_PX);
addEventListener('scroll', shrink, { passive: true });
shrink();
