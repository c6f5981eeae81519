{
  const root = document.documentElement;
  const leave = (path) => {
    // The browser's own error page would replace this one.
    if (!navigator.onLine) return;
    root.hidden = true;
    location.replace(path);
  };
  const apply = (event) => {
    let auth = {};
    try {
      auth = JSON.parse(localStorage.getItem(SAVED_STATE_KEY)).auth || {};
    } catch {}
    const signedIn = auth.isAuthenticated === true;
    root.dataset.signedIn = signedIn ? 'yes' : 'no';
    root.dataset.password = auth.user?.customer?.has_password === false ? 'no' : 'yes';
    const { guard } = root.dataset;
    if (guard === 'customer' && !signedIn)
      leave(`${SIGN_IN_PATH}?next=${encodeURIComponent(location.pathname + location.search)}`);
    // The sign-in page redirects by itself after a sign-in in this tab.
    if (guard === 'visitor' && signedIn && event?.type !== 'session') leave('/');
  };
  const search = new URLSearchParams(location.search).get('search')?.trim();
  if (search && location.pathname !== SHOP_PATH) leave(`${SHOP_PATH}?search=${encodeURIComponent(search)}`);
  apply();
  addEventListener('session', apply);
  addEventListener('storage', apply);
  addEventListener('online', apply);
  addEventListener('pageshow', (event) => event.persisted && apply(event));
}
