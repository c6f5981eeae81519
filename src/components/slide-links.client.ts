/**
 * Scrolls a slider to the slide that a thumbnail or dot links to, without scrolling the page or adding to the history as plain anchors
 * would, and marks the link of the visible slide.
 */
for (const group of document.querySelectorAll<HTMLElement>('[data-slides]')) {
  const slides = group.querySelector<HTMLElement>('ul');
  const links = [...group.querySelectorAll<HTMLAnchorElement>('[data-slide-links] a')];
  if (!slides) continue;

  const isBanner = group.matches('.slider');
  const [first, second] = slides.children as HTMLCollectionOf<HTMLElement>;
  /** Distance between two slides, in pixels. */
  const stride = () => (first && second ? second.offsetLeft - first.offsetLeft : 0);
  const markCurrent = () => {
    const atEnd = slides.scrollLeft > 0 && slides.scrollLeft + slides.clientWidth >= slides.scrollWidth - 1;
    const current = atEnd ? links.length - 1 : Math.round(slides.scrollLeft / stride()) || 0;
    for (const [i, link] of links.entries()) {
      link.ariaCurrent = i === current ? 'true' : null;
      // One slide of a banner fills the view; the keyboard does not go to the others.
      if (isBanner) (slides.children[i] as HTMLElement).inert = i !== current;
    }
  };
  for (const [i, link] of links.entries()) {
    link.addEventListener('click', (event) => {
      event.preventDefault();
      slides.scrollTo({ left: i * stride() });
    });
  }
  slides.addEventListener('scroll', markCurrent, { passive: true });
  markCurrent();
}
