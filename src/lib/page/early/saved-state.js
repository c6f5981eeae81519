(() => {
  const root = document.documentElement;
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem('haat')) || {};
  } catch {}
  const signedIn = saved.auth?.isAuthenticated === true;
  const leaves = { customer: !signedIn, visitor: signedIn }[root.dataset.guard];
  root.dataset.signedIn = signedIn ? 'yes' : 'no';
  if (leaves) {
    root.hidden = true;
    location.replace('/');
  }
})();
