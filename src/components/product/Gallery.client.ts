/** Opens a gallery picture full size in a dialog; without script its link opens the file. */
const dialog = document.querySelector<HTMLDialogElement>('.zoomed');
const picture = dialog?.querySelector('img');

for (const link of document.querySelectorAll<HTMLAnchorElement>('.zoom')) {
  link.addEventListener('click', (event) => {
    if (!dialog || !picture || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    picture.src = link.href;
    picture.alt = link.parentElement?.querySelector('picture img')?.getAttribute('alt') ?? '';
    dialog.showModal();
    dialog.scrollTo((dialog.scrollWidth - dialog.clientWidth) / 2, 0);
  });
}
picture?.addEventListener('click', () => dialog?.close());
