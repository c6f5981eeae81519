if (new RegExp(`[?&](?:${LISTING_PARAMETERS})=`).test(location.search)) {
  document.documentElement.dataset.listing = 'pending';
  // The first picture is hidden: nothing waits for its paint. On the document, which is told before the window (start-modules.js).
  document.addEventListener('DOMContentLoaded', () =>
    document.querySelector('[fetchpriority]')?.removeAttribute('fetchpriority'),
  );
}
