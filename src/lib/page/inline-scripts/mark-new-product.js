{
  const { pathname, search, hash } = location;
  // Some hosts add the slash to a folder: taking it off would loop.
  const isFolder = [PRODUCT_PREFIX, '/my-account/'].includes(pathname);
  // One slash at the start: with two, the rest would be another host.
  const path = pathname.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  const isProduct = path.startsWith(PRODUCT_PREFIX);
  const page = isProduct || path.includes('%') ? path : path.toLowerCase();
  if (page !== pathname && !isFolder) location.replace(page + search + hash);
  else if (isProduct) document.documentElement.dataset.newProduct = 'pending';
}
