import type { RunningShop } from '../../tests/support/browser/shop-server.ts';

/** Returns the path of a demo product with sizes in stock. Throws when the listing has none. */
export async function findProductWithSizes({ url }: RunningShop): Promise<string> {
  const listing = await (await fetch(`${url}/shop?categories=shirts&in_stock=1`)).text();
  const path = /href="(\/products\/[^"]+)"/.exec(listing)?.[1];
  if (!path) throw new Error('The demo shop lists no shirt');
  return path;
}
