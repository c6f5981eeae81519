import type { Tx } from '#api/database/schema/engine.ts';
import { LOW_STOCK } from '#lib/rules/product/stock-notes.ts';
import type { EventDataOf } from './event-data.ts';
import { recordEvent } from './record-event.ts';

/** The most product ids in one event. */
export const MAX_EVENT_PRODUCTS = 1000;

/** Products that one change has changed: how many, and the first `MAX_EVENT_PRODUCTS` ids. */
export interface ChangedProducts {
  count: number;
  ids: number[];
}

/** Adds ids, none of which was added before. */
export const addChangedProducts = ({ count, ids }: ChangedProducts, added: readonly number[]): ChangedProducts => ({
  count: count + added.length,
  ids: [...ids, ...added].slice(0, MAX_EVENT_PRODUCTS),
});

/** Records one event for all products of a change, if there are any. */
export function recordChangedProducts(
  tx: Tx,
  cause: EventDataOf<'product.changed'>['cause'],
  { count, ids }: ChangedProducts,
): void {
  if (count > 0) recordEvent(tx, 'product.changed', { cause, count, product_ids: ids, complete: count === ids.length });
}

/** Records that a variant has become low: once when its stock falls to `LOW_STOCK`, and not with each sale below. */
export function recordLowStock(
  tx: Tx,
  { product_id, variant_id }: { product_id: number; variant_id: number },
  before: number,
  after: number,
): void {
  if (before > LOW_STOCK && after <= LOW_STOCK) recordEvent(tx, 'stock.low', { product_id, variant_id, stock: after });
}
