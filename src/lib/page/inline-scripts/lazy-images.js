{
  const settle = (image) => {
    const frame = image.closest('picture')?.parentNode;
    if (!frame?.matches('.picture')) return;
    if (!image.complete) frame.dataset.loading = '';
    else delete frame.dataset.loading;
    // What is beside its name, or is a link with a title, has no other text: it shows the first letter.
    if (image.complete && !image.naturalWidth)
      frame.dataset.failed = image.alt || /\S/u.exec(frame.parentNode.title || frame.parentNode.innerText) || '';
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
  for (const outcome of ['load', 'error']) document.addEventListener(outcome, ({ target }) => settle(target), true);
  for (const logo of document.querySelectorAll('.brand img')) logo.decode().catch(() => logo.replaceWith(logo.alt));
  addEventListener('pictures', watch);
}
