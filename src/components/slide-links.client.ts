import { currentSlide, slideStride } from './current-slide.ts';

/**
 * Scrolls a slider to the slide that a thumbnail or dot links to, without scrolling the page or adding to the history as plain anchors
 * would, and marks the link of the visible slide.
 */
for (const group of document.querySelectorAll<HTMLElement>('[data-slides]')) {
  const slides = group.querySelector<HTMLElement>('ul');
  const links = [...group.querySelectorAll<HTMLAnchorElement>('[data-slide-links] a')];
  if (!slides) continue;

  const markCurrent = () => {
    const current = currentSlide(slides);
    for (const [i, link] of links.entries()) link.ariaCurrent = i === current ? 'true' : null;
  };
  for (const [i, link] of links.entries()) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      slides.scrollTo({ left: i * slideStride(slides) });
    });
  }
  slides.addEventListener('scroll', markCurrent, { passive: true });
  markCurrent();

  // One slide of a banner fills the view; the keyboard does not go to the others.
  if (!group.matches('.slider')) continue;
  const inView = new IntersectionObserver(
    (seen) => {
      for (const { target, intersectionRatio } of seen) (target as HTMLElement).inert = intersectionRatio < 0.5;
    },
    { root: slides, threshold: 0.5 },
  );
  for (const slide of slides.children) inView.observe(slide);
}
