/** Distance between two slides of a slider, in pixels; 0 for one slide. */
export function slideStride({ children: [first, second] }: HTMLElement): number {
  return first instanceof HTMLElement && second instanceof HTMLElement ? second.offsetLeft - first.offsetLeft : 0;
}

/** Position of the slide that a slider shows: the last one at its end, where no other can be at the start. */
export function currentSlide(slides: HTMLElement): number {
  const { scrollLeft, clientWidth, scrollWidth, childElementCount } = slides;
  if (scrollLeft > 0 && scrollLeft + clientWidth >= scrollWidth - 1) return childElementCount - 1;
  return Math.round(scrollLeft / slideStride(slides)) || 0;
}
