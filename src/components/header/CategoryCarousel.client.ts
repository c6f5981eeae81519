import Swiper from 'swiper';
import { A11y, Autoplay, Keyboard, Navigation } from 'swiper/modules';
import { t } from '#lib/contract/text/t.ts';
import { CAROUSEL_AUTOPLAY_MS } from '#lib/site/timings.ts';

/** Slides in the widest view; with more categories than this the carousel loops (specification, header). */
const MAX_VISIBLE_SLIDES = 8;

/** Duration of a slide transition, in milliseconds. */
const SLIDE_MS = 400;

/** Visible slides by minimum window width in pixels; the CSS gives the server-rendered row the same widths. */
const visibleSlides: Record<number, number> = { 480: 3, 640: 4, 768: 5, 1200: MAX_VISIBLE_SLIDES };

/**
 * Turns a row of categories into an autoplaying carousel; paused under the pointer, while it has the focus, and with reduced motion.
 * Returns handlers for when it becomes visible and hidden.
 */
function startCarousel(carousel: HTMLElement): { resume: () => void; pause: () => void } {
  const [previous, next] = carousel.querySelectorAll<HTMLElement>('button');
  const viewport = carousel.querySelector<HTMLElement>('.views-port') as HTMLElement;
  const list = viewport.querySelector('ul') as HTMLElement;
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const spaceBetween = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
  list.classList.add('swiper-wrapper');
  for (const slide of list.children) slide.classList.add('swiper-slide');
  viewport.scrollLeft = 0;

  const swiper = new Swiper(viewport, {
    modules: [A11y, Autoplay, Keyboard, Navigation],
    slidesPerView: 2,
    spaceBetween,
    breakpoints: Object.fromEntries(Object.entries(visibleSlides).map(([width, slidesPerView]) => [width, { slidesPerView }])),
    loop: list.children.length > MAX_VISIBLE_SLIDES,
    speed: isMotionReduced ? 0 : SLIDE_MS,
    autoplay: isMotionReduced ? false : { delay: CAROUSEL_AUTOPLAY_MS, pauseOnMouseEnter: true, disableOnInteraction: false },
    watchSlidesProgress: true,
    keyboard: { enabled: true, onlyInViewport: true },
    navigation: { prevEl: previous ?? null, nextEl: next ?? null, addIcons: false },
    a11y: {
      slideRole: 'listitem',
      slideLabelMessage: '',
      prevSlideMessage: t('Previous categories'),
      nextSlideMessage: t('Next categories'),
      firstSlideMessage: t('This is the first slide'),
      lastSlideMessage: t('This is the last slide'),
    },
  });
  for (const button of [previous, next]) if (button) button.hidden = swiper.isLocked;
  // The keyboard goes to the categories in view only.
  const hideOthers = (): void => {
    for (const slide of swiper.slides) slide.inert = !slide.classList.contains('swiper-slide-visible');
  };
  swiper.on('progress', hideOthers);

  const resume = () => {
    swiper.update();
    hideOthers();
    swiper.keyboard.enable();
    if (!isMotionReduced && !carousel.contains(document.activeElement)) swiper.autoplay.start();
  };
  const pause = () => {
    swiper.keyboard.disable();
    swiper.autoplay.stop();
  };
  carousel.addEventListener('focusin', () => swiper.autoplay.stop());
  carousel.addEventListener('focusout', ({ relatedTarget }) => {
    if (!isMotionReduced && !(relatedTarget instanceof Node && carousel.contains(relatedTarget))) swiper.autoplay.start();
  });
  return { resume, pause };
}

const row = document.querySelector<HTMLElement>('[data-carousel]');
let carousel: ReturnType<typeof startCarousel> | undefined;

/**
 * Moves the one carousel to where it is visible: the Shop panel on wide screens, the side menu on narrow ones. Stops it when neither
 * is open.
 */
export function showCarousel(): void {
  const folds = document.querySelectorAll<HTMLDetailsElement>('.mega>details,.carousel-fold>details');
  const openFold = [...folds].find(({ open, firstElementChild }) => open && firstElementChild?.getClientRects()[0]);
  if (!row || !openFold) {
    carousel?.pause();
    return;
  }
  const slot = openFold.querySelector('.mega-panel') ?? openFold.parentElement?.querySelector('.carousel-place');
  if (slot && !slot.contains(row)) slot.append(row);
  carousel ??= startCarousel(row);
  carousel.resume();
}
