(() => {
  const root = document.documentElement;
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem('haat')) || {};
  } catch {}
  const search = new URLSearchParams(location.search).get('search')?.trim();
  if (search && location.pathname !== '/shop') {
    root.hidden = true;
    location.replace(`/shop?search=${encodeURIComponent(search)}`);
  }
  const signedIn = saved.auth?.isAuthenticated === true;
  const leaves = { customer: !signedIn, visitor: signedIn }[root.dataset.guard];
  root.dataset.signedIn = signedIn ? 'yes' : 'no';
  if (leaves) {
    root.hidden = true;
    location.replace('/');
  }
})();
