import { emitShopperEvent } from '#lib/client/analytics/emit-shopper-event.ts';
import { itemsValue, toShopperItem } from '#lib/client/analytics/shopper-items.ts';
import type { CartItem } from '#lib/contract/cart.ts';

/** Tells analytics that units of a line were added, or removed if there are fewer than none. */
export function reportUnits(line: CartItem, units: number): void {
  if (units === 0) return;
  const items = [toShopperItem(line, Math.abs(units))];
  emitShopperEvent({ name: units > 0 ? 'add_to_cart' : 'remove_from_cart', items, value: itemsValue(items) });
}
