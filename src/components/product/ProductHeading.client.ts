import { t } from '#lib/contract/text/t.ts';

/** Offers the rest of a name that is cut (ProductHeading.css). Lies over the name's end, so that nothing moves. */
const heading = document.querySelector<HTMLElement>('.product-name > h1');
if (heading) {
  const more = Object.assign(document.createElement('button'), {
    type: 'button',
    className: 'name-more',
    textContent: t('more'),
    hidden: true,
  });
  const observer = new ResizeObserver(() => (more.hidden = heading.scrollHeight <= heading.clientHeight + 2));
  more.addEventListener('click', () => {
    observer.disconnect();
    heading.classList.add('whole');
    heading.tabIndex = -1;
    heading.focus();
    more.remove();
  });
  heading.after(more);
  observer.observe(heading);
}
