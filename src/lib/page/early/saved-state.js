{
  const root = document.documentElement;
  const leave = (path) => {
    root.hidden = true;
    location.replace(path);
  };
  const look = (event) => {
    let signedIn = false;
    try {
      signedIn = JSON.parse(localStorage.getItem('haat')).auth.isAuthenticated === true;
    } catch {}
    root.dataset.signedIn = signedIn ? 'yes' : 'no';
    const { guard } = root.dataset;
    if (guard === 'customer' && !signedIn) leave(`/signin?next=${encodeURIComponent(location.pathname + location.search)}`);
    // Who is just signing in here is led on by the page itself.
    if (guard === 'visitor' && signedIn && event?.type !== 'session') leave('/');
  };
  const search = new URLSearchParams(location.search).get('search')?.trim();
  if (search && location.pathname !== '/shop') leave(`/shop?search=${encodeURIComponent(search)}`);
  look();
  addEventListener('session', look);
  addEventListener('storage', look);
  addEventListener('pageshow', (event) => event.persisted && look(event));
}
