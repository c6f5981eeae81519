/** Opens a gallery picture in a dialog, fitted to the screen, then magnified; without script its link opens the file. */
const dialog = document.querySelector<HTMLDialogElement>('.zoomed');
/** In the HTML it would have to name a file, which a browser requests. */
const picture = document.createElement('img');

for (const link of document.querySelectorAll<HTMLAnchorElement>('.zoom')) {
  link.addEventListener('click', (event) => {
    if (!dialog || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // A picture that is only partly visible comes into view first.
    const slides = link.closest('ul');
    if (slides && link.getBoundingClientRect().right > slides.getBoundingClientRect().right + 1) {
      link.scrollIntoView({ block: 'nearest', inline: 'start' });
      return;
    }
    picture.src = link.href;
    picture.alt = link.parentElement?.querySelector('picture img')?.getAttribute('alt') ?? '';
    dialog.append(picture);
    dialog.classList.remove('magnified');
    dialog.showModal();
  });
}
picture.addEventListener('click', ({ clientX, clientY }) => {
  if (!dialog?.classList.toggle('magnified')) return;
  const { scrollWidth, scrollHeight, clientWidth, clientHeight } = dialog;
  dialog.scrollTo(
    (scrollWidth - clientWidth) * (clientX / clientWidth),
    (scrollHeight - clientHeight) * (clientY / clientHeight),
  );
});
