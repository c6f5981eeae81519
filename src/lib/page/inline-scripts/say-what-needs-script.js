{
  const place = document.currentScript.previousElementSibling;
  let said;
  setTimeout(() => {
    if ('started' in document.documentElement.dataset) return;
    said = Object.assign(document.createElement('div'), { role: 'alert', innerHTML: place.textContent });
    place.after(said);
  }, SCRIPTS_MS);
  addEventListener('astro:hydrate', () => said?.remove(), true);
  // Without its island, a browser would send the form to the page's own address, and lose the choices.
  addEventListener('submit', (event) => {
    if (event.target.matches('main [ssr] form:not([action])')) event.preventDefault();
  });
  addEventListener(
    'click',
    ({ target }) => target.closest('main [ssr] button') && said?.scrollIntoView({ block: 'center' }),
    true,
  );
}
