{
  const root = document.documentElement;
  const url = new URL(location.href);
  const usesPassword = document.cookie.split('; ').includes(`${SIGN_IN_METHOD_COOKIE}=password`);
  if (usesPassword && !root.hidden && !url.searchParams.has('way')) {
    root.hidden = true;
    url.searchParams.set('way', 'password');
    location.replace(url);
  }
}
