/** Opens a gallery picture full size in a dialog; without script its link opens the file. */
const dialog = document.querySelector<HTMLDialogElement>('.zoomed');
const picture = dialog?.querySelector('img');

for (const link of document.querySelectorAll<HTMLAnchorElement>('.zoom')) {
  link.addEventListener('click', (event) => {
    if (!dialog || !picture || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    // A picture that is only partly visible comes into view first.
    const slides = link.closest('ul');
    if (slides && link.getBoundingClientRect().right > slides.getBoundingClientRect().right + 1) {
      link.scrollIntoView({ block: 'nearest', inline: 'start' });
      return;
    }
    picture.src = link.href;
    picture.alt = link.parentElement?.querySelector('picture img')?.getAttribute('alt') ?? '';
    dialog.showModal();
    dialog.scrollTo((dialog.scrollWidth - dialog.clientWidth) / 2, 0);
  });
}
picture?.addEventListener('click', () => dialog?.close());
