import { currentSlide } from '#components/current-slide.ts';

/** Says which picture is shown, and opens all of them over the whole screen at the pressed one; without script its link opens the file. */
const views = document.querySelector<HTMLElement>('.views');
const links = [...document.querySelectorAll<HTMLAnchorElement>('.zoom')];

if (views && links.length > 1) {
  const number = Object.assign(document.createElement('p'), { className: 'view-number styled-later', translate: false });
  number.ariaHidden = 'true';
  // Its styles may come after this script: nothing below may move.
  number.style.position = 'absolute';
  const showNumber = () => (number.textContent = `${currentSlide(views) + 1} / ${links.length}`);
  showNumber();
  views.after(number);
  views.addEventListener('scroll', showNumber, { passive: true });
}

for (const link of links) {
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // A picture that is only partly visible comes into view first.
    if (views && link.getBoundingClientRect().right > views.getBoundingClientRect().right + 1)
      link.scrollIntoView({ block: 'nearest', inline: 'start' });
    else
      import('./full-screen-pictures.ts').then(
        ({ openFullScreen }) => openFullScreen(links, link),
        () => location.assign(link.href),
      );
  });
}
