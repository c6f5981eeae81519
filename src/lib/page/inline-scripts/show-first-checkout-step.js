{
  let saved;
  try {
    saved = JSON.parse(localStorage.getItem(SAVED_STATE_KEY));
  } catch {}
  const { auth, cart, checkout } = saved || {};
  const isCodeSent = [location.hash, `#${checkout?.step}`].includes('#code');
  if (cart?.cartItems?.length && !auth?.user && !isCodeSent) document.documentElement.dataset.checkout = 'start';
}
