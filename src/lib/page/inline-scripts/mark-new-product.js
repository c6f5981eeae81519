{
  const { pathname, search, hash } = location;
  // Some hosts add the slash to a folder: taking it off would loop.
  const isFolder = [PRODUCT_PREFIX, '/my-account/'].includes(pathname);
  if (pathname.length > 1 && pathname.endsWith('/') && !isFolder) location.replace(pathname.replace(/\/+$/, '') + search + hash);
  else if (pathname.startsWith(PRODUCT_PREFIX)) document.documentElement.dataset.newProduct = 'pending';
}
