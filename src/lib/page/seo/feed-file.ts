import type { StoreInfo } from '#lib/contract/store.ts';
import { toCharges } from '#lib/rules/charges.ts';
import { renderFeedItems, renderMerchantFeed } from './merchant-feed.ts';
import { streamProductBatches } from './products-per-file.ts';

/**
 * Renders one file of the product feed, counted from 1. The first file exists even without products; others are undefined when empty.
 */
export async function renderFeedFile(store: StoreInfo, file: number, url: URL): Promise<string | undefined> {
  const charges = toCharges(store.shipping);
  const items: string[] = [];
  let products = 0;
  for await (const batch of streamProductBatches(file)) {
    products += batch.length;
    items.push(...renderFeedItems(batch, { url, charges }));
  }
  return products > 0 || file === 1 ? renderMerchantFeed(store, items, url) : undefined;
}
