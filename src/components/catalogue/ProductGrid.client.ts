const TRANSITION_NAME = 'product-picture';

/** Morphs the picture of the followed card into the product page's, in browsers with cross-document view transitions. */
addEventListener('pageswap', ({ activation, viewTransition }) => {
  if (!viewTransition) return;
  const card = [...document.querySelectorAll<HTMLElement>('.card')].find(
    (candidate) => candidate.querySelector('a')?.href === activation?.entry?.url,
  );
  // A page that a browser restores later still has them.
  for (const element of document.querySelectorAll<HTMLElement>('.card .picture, .views > li'))
    element.style.viewTransitionName = card ? 'none' : '';
  const picture = card?.querySelector<HTMLElement>('.picture');
  if (picture) picture.style.viewTransitionName = TRANSITION_NAME;
});
