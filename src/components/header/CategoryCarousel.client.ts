import Swiper from 'swiper';
import { A11y, Autoplay, Keyboard, Navigation } from 'swiper/modules';
import { CAROUSEL_AUTOPLAY_MS } from '#lib/contract/limits.ts';

/** With more categories than the widest view holds, the carousel goes round (specification 2.4). */
const WIDEST = 8;

/** Slides in view from a window of so many pixels on; header.css gives the row that stands here before the same widths. */
const perView: Record<number, number> = { 480: 3, 640: 4, 768: 5, 1200: WIDEST };

/**
 * Turns a row of categories into a carousel that moves on by itself: not under the pointer, not while the keyboard is in it, and not
 * for who asked for less motion. Returns what to do when it comes into view and out of it.
 */
function startCarousel(carousel: HTMLElement): { resume: () => void; rest: () => void } {
  const [previous, next] = carousel.querySelectorAll<HTMLElement>('button');
  const port = carousel.querySelector<HTMLElement>('.views-port') as HTMLElement;
  const list = port.querySelector('ul') as HTMLElement;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const spaceBetween = Number.parseFloat(getComputedStyle(list).columnGap) || 0;
  list.classList.add('swiper-wrapper');
  for (const slide of list.children) slide.classList.add('swiper-slide');
  port.scrollLeft = 0;

  const swiper = new Swiper(port, {
    modules: [A11y, Autoplay, Keyboard, Navigation],
    slidesPerView: 2,
    spaceBetween,
    breakpoints: Object.fromEntries(Object.entries(perView).map(([width, slidesPerView]) => [width, { slidesPerView }])),
    loop: list.children.length > WIDEST,
    speed: still ? 0 : 400,
    autoplay: still ? false : { delay: CAROUSEL_AUTOPLAY_MS, pauseOnMouseEnter: true, disableOnInteraction: false },
    watchSlidesProgress: true,
    keyboard: { enabled: true, onlyInViewport: true },
    navigation: { prevEl: previous ?? null, nextEl: next ?? null, addIcons: false },
    a11y: {
      slideRole: 'listitem',
      slideLabelMessage: '',
      prevSlideMessage: 'Previous categories',
      nextSlideMessage: 'Next categories',
    },
  });
  for (const button of [previous, next]) if (button) button.hidden = swiper.isLocked;

  const resume = () => {
    swiper.update();
    swiper.keyboard.enable();
    if (!still && !carousel.contains(document.activeElement)) swiper.autoplay.start();
  };
  const rest = () => {
    swiper.keyboard.disable();
    swiper.autoplay.stop();
  };
  carousel.addEventListener('focusin', () => swiper.autoplay.stop());
  carousel.addEventListener('focusout', ({ relatedTarget }) => {
    if (!still && !(relatedTarget instanceof Node && carousel.contains(relatedTarget))) swiper.autoplay.start();
  });
  return { resume, rest };
}

const row = document.querySelector<HTMLElement>('[data-carousel]');
let carousel: ReturnType<typeof startCarousel> | undefined;

/**
 * Shows the row of categories where it is open: wide screens have it in the Shop panel, narrower ones in the drawer, so that there is
 * one of it. Stops it where neither is open or the drawer around it is closed.
 */
export function showCarousel(): void {
  const folds = document.querySelectorAll<HTMLDetailsElement>('.mega>details,.carousel-fold>details');
  const fold = [...folds].find(({ open, firstElementChild }) => open && firstElementChild?.checkVisibility());
  if (!row || !fold) {
    carousel?.rest();
    return;
  }
  const place = fold.querySelector('.mega-panel') ?? fold.parentElement?.querySelector('.carousel-place');
  if (place && !place.contains(row)) place.append(row);
  carousel ??= startCarousel(row);
  carousel.resume();
}
