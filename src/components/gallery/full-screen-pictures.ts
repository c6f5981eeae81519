import { currentSlide } from '#components/current-slide.ts';
import { isSecondTap } from '#lib/client/second-tap.ts';
import { t } from '#lib/contract/text/t.ts';

/** The widest file of a picture, which it is enlarged to. */
const LARGE_SIZES = 'max(100vw,75rem)';

function makeButton(className: string, icon: string, label: string, press: () => void): HTMLButtonElement {
  const button = Object.assign(document.createElement('button'), { type: 'button', className: `icon-button ${className}` });
  button.ariaLabel = label;
  button.append(Object.assign(document.createElement('i'), { className: `icon ${icon}` }));
  button.addEventListener('click', press);
  return button;
}

/** A picture of the page in its widest file, over the one that is there already. A double tap or a click enlarges the place pressed. */
function makeSlide(link: HTMLElement): HTMLLIElement {
  const slide = document.createElement('li');
  const picture = link.parentElement?.querySelector('picture')?.cloneNode(true) as HTMLElement;
  const shown = link.parentElement?.querySelector<HTMLImageElement>('picture img')?.currentSrc;
  for (const source of picture.querySelectorAll('source')) source.sizes = LARGE_SIZES;
  const image = picture.querySelector('img') as HTMLImageElement;
  for (const name of ['fetchpriority', 'elementtiming']) image.removeAttribute(name);
  image.loading = 'lazy';
  if (shown) image.style.backgroundImage = `url("${shown}")`;
  image.addEventListener('load', () => (image.style.backgroundImage = ''), { once: true });
  image.addEventListener('click', (event) => {
    const isTouch = !matchMedia('(hover: hover) and (pointer: fine)').matches;
    if ((isTouch && !isSecondTap(event)) || !slide.classList.toggle('magnified')) return;
    const { left, top } = slide.getBoundingClientRect();
    const { scrollWidth, scrollHeight, clientWidth, clientHeight } = slide;
    slide.scrollTo(
      (scrollWidth - clientWidth) * ((event.clientX - left) / clientWidth),
      (scrollHeight - clientHeight) * ((event.clientY - top) / clientHeight),
    );
  });
  slide.append(picture);
  return slide;
}

function makeDialog(links: readonly HTMLElement[]) {
  const dialog = Object.assign(document.createElement('dialog'), { className: 'zoomed styled-later' });
  dialog.ariaLabel = links[0]?.closest('ul')?.ariaLabel ?? null;
  const slides = document.createElement('ul');
  slides.role = 'list';
  slides.tabIndex = 0;
  slides.ariaLabel = dialog.ariaLabel;
  slides.append(...links.map(makeSlide));
  const number = Object.assign(document.createElement('p'), { translate: false });
  number.role = 'status';

  const go = (position: number, behavior?: ScrollBehavior) =>
    slides.scrollTo({ left: position * slides.clientWidth, ...(behavior && { behavior }) });
  /** The picture that is shown, or was when the dialog was closed, in which nothing is scrolled. */
  let current = 0;
  const turn = (by: number) => go(current + by);
  const turners = [
    makeButton('previous', 'chevron', t('Previous picture'), () => turn(-1)),
    makeButton('next', 'chevron', t('Next picture'), () => turn(1)),
  ];
  const showPosition = (): void => {
    if (!dialog.open) return;
    current = currentSlide(slides);
    number.textContent = `${current + 1} / ${links.length}`;
    for (const [i, slide] of [...slides.children].entries()) if (i !== current) slide.classList.remove('magnified');
    // Not `disabled`, which would lose the focus.
    for (const [i, turner] of turners.entries()) turner.ariaDisabled = String(current === (i && links.length - 1));
  };
  slides.addEventListener('scroll', showPosition, { passive: true });
  dialog.addEventListener('keydown', (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by) return;
    event.preventDefault();
    turn(by);
  });
  // The gallery shows the picture that was looked at last.
  dialog.addEventListener('close', () => links[current]?.focus());
  dialog.append(
    makeButton('zoomed-close', 'close', t('Close picture'), () => dialog.close()),
    slides,
  );
  if (links.length > 1) dialog.append(number, ...turners);
  document.body.append(dialog);
  return { dialog, go, showPosition };
}

let made: ReturnType<typeof makeDialog> | undefined;

/** Opens the gallery's pictures over the whole screen, at the one of this link. */
export function openFullScreen(links: readonly HTMLElement[], link: HTMLElement): void {
  made ??= makeDialog(links);
  made.dialog.showModal();
  made.go(links.indexOf(link), 'instant');
  made.showPosition();
}
