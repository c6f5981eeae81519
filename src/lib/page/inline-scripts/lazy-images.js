{
  const settle = (image) => {
    const frame = image.closest('picture')?.parentNode;
    if (!frame?.matches('.picture')) return;
    if (!image.complete) frame.dataset.loading = '';
    else delete frame.dataset.loading;
    if (image.complete && !image.naturalWidth) frame.dataset.failed = image.alt;
  };
  const seen = new IntersectionObserver(
    (frames) => {
      for (const { intersectionRatio, target } of frames) {
        if (intersectionRatio < LAZY_IMAGE_VISIBLE) continue;
        seen.unobserve(target);
        target.dataset.seen = '';
        settle(target.querySelector('picture img'));
      }
    },
    { threshold: LAZY_IMAGE_VISIBLE },
  );
  const watch = () => {
    for (const frame of document.querySelectorAll('.picture:has(> picture):not([data-seen])')) seen.observe(frame);
  };
  // The first picture gets all the bandwidth: the others wait until one has loaded or failed, but not long.
  for (const outcome of ['load', 'error']) {
    document.addEventListener(
      outcome,
      ({ target }) => {
        if (!target.matches?.('picture img')) return;
        settle(target);
        watch();
      },
      true,
    );
  }
  for (const logo of document.querySelectorAll('.brand img')) logo.decode().catch(() => logo.replaceWith(logo.alt));
  addEventListener('pictures', watch);
  setTimeout(watch, document.querySelector('[fetchpriority]')?.complete === false ? FIRST_PICTURE_MS : 0);
}
