/** Share of a row's width that one press scrolls. */
const SCROLL_SHARE = 0.85;

/**
 * Adds two scroll buttons for mouse users to the heading of a scrolling row. They are hidden from touch and keyboard, which swipe and
 * move the focus.
 */
function addScrollButtons(row: HTMLElement, heading: Element): void {
  const turners = document.createElement('span');
  turners.className = 'turners';
  turners.ariaHidden = 'true';
  const buttons = [-1, 1].map((direction) => {
    const button = Object.assign(document.createElement('button'), { type: 'button', className: 'icon-button', tabIndex: -1 });
    button.append(Object.assign(document.createElement('i'), { className: 'icon chevron' }));
    button.addEventListener('click', () =>
      row.scrollBy({ left: direction * row.clientWidth * SCROLL_SHARE, behavior: 'smooth' }),
    );
    return button;
  });
  turners.append(...buttons);
  heading.append(turners);

  const update = (): void => {
    const end = row.scrollWidth - row.clientWidth;
    turners.hidden = end < 2;
    for (const [i, button] of buttons.entries()) button.disabled = i === 0 ? row.scrollLeft < 2 : row.scrollLeft > end - 2;
  };
  row.addEventListener('scroll', update, { passive: true });
  new ResizeObserver(update).observe(row);
}

if (matchMedia('(hover: hover) and (pointer: fine)').matches) {
  for (const row of document.querySelectorAll<HTMLElement>('.section-head + .row')) {
    if (row.previousElementSibling) addScrollButtons(row, row.previousElementSibling);
  }
}
