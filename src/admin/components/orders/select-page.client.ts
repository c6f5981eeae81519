/** Ticks all orders of the page without loading it again, and says how many are ticked. */
const link = document.querySelector<HTMLAnchorElement>('[data-select-page]');
const boxes = [...document.querySelectorAll<HTMLInputElement>('input[name="order"]')];
const countText = document.querySelector('[data-ticked]');

function show(): void {
  const count = boxes.filter((box) => box.checked).length;
  const isAll = count === boxes.length;
  // Narrow screens show the number alone.
  const unit = Object.assign(document.createElement('span'), { textContent: count === 1 ? ' order' : ' orders' });
  countText?.replaceChildren(...(count === 0 ? [] : [String(count), unit]));
  if (link) link.textContent = (isAll ? link.dataset['clear'] : link.dataset['select']) ?? '';
}

link?.setAttribute('role', 'button');
link?.addEventListener('click', (event) => {
  event.preventDefault();
  const isAll = boxes.every((box) => box.checked);
  for (const box of boxes) box.checked = !isAll;
  show();
});
link?.addEventListener('keydown', (event) => {
  if (event.key !== ' ') return;
  event.preventDefault();
  link.click();
});
for (const box of boxes) box.addEventListener('change', show);
// A browser that goes back keeps what was ticked.
addEventListener('pageshow', show);
show();
