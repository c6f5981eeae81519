{
  const root = document.documentElement;
  const url = new URL(location.href);
  const usesPassword = document.cookie.split('; ').includes(`${SIGN_IN_METHOD_COOKIE}=password`);
  const isChosen = ['way', 'verify', 'registered', 'reset'].some((name) => url.searchParams.has(name));
  if (usesPassword && !root.hidden && !isChosen) {
    root.hidden = true;
    url.searchParams.set('way', 'password');
    location.replace(url);
  }
}
