import type { StoreInfo } from '#lib/contract/store.ts';
import { productsOfFile } from './every-product.ts';
import { feedItems, merchantFeed } from './merchant-feed.ts';

/** One file of the shop's product feed, counted from 1. The first is there even without products; of the others undefined. */
export async function shopFeed(store: StoreInfo, file: number, url: URL): Promise<string | undefined> {
  const items: string[] = [];
  let products = 0;
  for await (const some of productsOfFile(file)) {
    products += some.length;
    items.push(...feedItems(some, url));
  }
  return products > 0 || file === 1 ? merchantFeed(store, items, url) : undefined;
}
