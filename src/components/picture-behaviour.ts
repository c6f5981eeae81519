/** Pictures say that they are on their way, and stand as their alternative text when they cannot be had (specification 2.9). */
const frameOf = (image: HTMLImageElement) => image.closest<HTMLElement>('picture')?.closest<HTMLElement>('.picture');

function settle(image: HTMLImageElement): void {
  const frame = frameOf(image);
  if (!frame || image.closest('.other')) return;
  if (!image.complete) frame.dataset['loading'] = '';
  else delete frame.dataset['loading'];
  if (image.complete && image.naturalWidth === 0) frame.dataset['failed'] = image.alt;
}

for (const image of document.images) settle(image);
for (const outcome of ['load', 'error']) {
  document.addEventListener(outcome, ({ target }) => target instanceof HTMLImageElement && settle(target), true);
}
