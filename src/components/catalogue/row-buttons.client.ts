/** Ratio of a row's width that one press scrolls. */
const SCROLL_RATIO = 0.85;

/** Scroll positions are fractional, so a row this close to its end counts as scrolled to it, in pixels. */
const TOLERANCE_PX = 2;

/**
 * Adds two scroll buttons for mouse users behind the heading of a scrolling row. They are hidden from touch and keyboard users, who
 * swipe and move the focus.
 */
function addScrollButtons(row: HTMLElement, heading: Element): void {
  const buttonGroup = document.createElement('span');
  buttonGroup.className = 'turners';
  buttonGroup.ariaHidden = 'true';
  const buttons = [-1, 1].map((direction) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'icon-button', tabIndex: -1 });
    button.append(Object.assign(document.createElement('i'), { className: 'icon chevron' }));
    button.addEventListener('click', () =>
      row.scrollBy({ left: direction * row.clientWidth * SCROLL_RATIO, behavior: 'smooth' }),
    );
    return button;
  });
  buttonGroup.append(...buttons);
  // Before the link, which stays where it is when the buttons come.
  heading.firstElementChild?.after(buttonGroup);

  const update = (): void => {
    const end = row.scrollWidth - row.clientWidth;
    buttonGroup.hidden = end < TOLERANCE_PX;
    for (const [i, button] of buttons.entries())
      button.disabled = i === 0 ? row.scrollLeft < TOLERANCE_PX : row.scrollLeft > end - TOLERANCE_PX;
  };
  row.addEventListener('scroll', update, { passive: true });
  new ResizeObserver(update).observe(row);
}

if (matchMedia('(hover: hover) and (pointer: fine)').matches) {
  for (const row of document.querySelectorAll<HTMLElement>('.section-head + .row')) {
    if (row.previousElementSibling) addScrollButtons(row, row.previousElementSibling);
  }
}
