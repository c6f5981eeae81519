import { lockStock } from '#api/database/locks.ts';
import { padToPowerOfTwo } from '#api/database/row-batches.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { refuseField } from '#api/services/refusal.ts';
import type { ParsedBodyOf, ReplyOf } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { programStockCall } from '#lib/contract/programs/stock.ts';
import { type StockSetting, setVariantStocks } from './set-stock.ts';

type StockItem = ParsedBodyOf<typeof programStockCall>['items'][number];
type StockResult = ReplyOf<typeof programStockCall>['data'];

async function readVariants(db: Db, skus: readonly string[], ids: readonly number[]) {
  const query = db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'product_id')
    .select(['variant.id', 'product_id', 'sub_category_id', 'collections', 'sku', 'variant.stock'])
    .where('variant.active', '=', 1)
    .where('product.active', '=', 1);
  const bySku = skus.length > 0 ? await query.where('sku', 'in', padToPowerOfTwo(skus)).execute() : [];
  const byId = ids.length > 0 ? await query.where('variant.id', 'in', padToPowerOfTwo(ids)).execute() : [];
  return [...new Map([...bySku, ...byId].map((variant) => [variant.id, variant])).values()];
}

/**
 * Sets the stock of variants by SKU or id. Items without one variant on sale are returned, and the others are set. Throws a `Refusal` (422) when
 * two items name one variant.
 */
export async function setStockByProgram(tx: Tx, items: readonly StockItem[]): Promise<StockResult> {
  const skus = items.flatMap(({ sku }) => sku ?? []);
  const ids = items.flatMap(({ variant_id }) => variant_id ?? []);
  const products = (await readVariants(tx, skus, ids)).map(({ product_id }) => product_id);
  await lockStock(tx, [...new Set(products)]);
  const variants = await readVariants(tx, skus, ids);
  const byId = new Map(variants.map((variant) => [variant.id, variant]));
  const bySku = Map.groupBy(variants, ({ sku }) => sku);
  const settings: StockSetting[] = [];
  const notSet: StockResult['not_set'] = [];
  const seen = new Set<number>();
  for (const [index, { sku, variant_id, stock }] of items.entries()) {
    const found = sku === undefined ? [byId.get(variant_id ?? 0) ?? []].flat() : (bySku.get(sku) ?? []);
    const [variant, ...others] = found;
    if (!variant || others.length > 0) {
      notSet.push({ ...(sku === undefined ? { variant_id } : { sku }), reason: variant ? 'several' : 'unknown' });
      continue;
    }
    if (seen.has(variant.id)) throw refuseField(`items.${index}`, failure.sameVariant);
    seen.add(variant.id);
    settings.push({ variant, stock });
  }
  const changed = await setVariantStocks(tx, settings);
  return { changed: changed.length, unchanged: settings.length - changed.length, not_set: notSet };
}
