const NAME = 'product-picture';

/** The picture of the card that was followed grows into the product's, where the browser has cross-document view transitions. */
addEventListener('pageswap', ({ activation, viewTransition }) => {
  if (!viewTransition) return;
  const card = [...document.querySelectorAll<HTMLElement>('.card')].find(
    (one) => one.querySelector('a')?.href === activation?.entry?.url,
  );
  if (!card) return;
  for (const other of document.querySelectorAll<HTMLElement>('.card .picture, .views > li'))
    other.style.viewTransitionName = 'none';
  const picture = card.querySelector<HTMLElement>('.picture');
  if (picture) picture.style.viewTransitionName = NAME;
});
