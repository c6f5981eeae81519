{
  const mark = (name, count) => {
    for (const badge of document.querySelectorAll(name)) {
      badge.textContent = count;
      badge.hidden = !count;
    }
  };
  const saved = () => {
    try {
      return JSON.parse(localStorage.getItem(SAVED_STATE_KEY));
    } catch {}
  };
  const countWishes = () => mark('[data-wish-count]', saved()?.wishlist?.entries?.length || 0);
  const count = () => {
    let units = 0;
    for (const { quantity, product_stock, selected_variant } of saved()?.cart?.cartItems || [])
      if ((selected_variant?.stock ?? product_stock) !== 0) units += quantity || 0;
    mark('[data-cart-count]', units);
    countWishes();
  };
  count();
  addEventListener('pageshow', (event) => event.persisted && count());
  addEventListener('storage', count);
  addEventListener('wishlist', countWishes);
}
