{
  const root = document.documentElement;
  const leave = (path) => {
    root.hidden = true;
    location.replace(path);
  };
  const look = (event) => {
    let auth = {};
    try {
      auth = JSON.parse(localStorage.getItem('haat')).auth || {};
    } catch {}
    const signedIn = auth.isAuthenticated === true;
    root.dataset.signedIn = signedIn ? 'yes' : 'no';
    root.dataset.password = auth.user?.customer?.has_password === false ? 'no' : 'yes';
    const { guard } = root.dataset;
    if (guard === 'customer' && !signedIn) leave(`/signin?next=${encodeURIComponent(location.pathname + location.search)}`);
    // The sign-in page redirects by itself after a sign-in in this tab.
    if (guard === 'visitor' && signedIn && event?.type !== 'session') leave('/');
  };
  const search = new URLSearchParams(location.search).get('search')?.trim();
  if (search && location.pathname !== '/shop') leave(`/shop?search=${encodeURIComponent(search)}`);
  look();
  addEventListener('session', look);
  addEventListener('storage', look);
  addEventListener('pageshow', (event) => event.persisted && look(event));
}
