import type { ShopperEvent } from '#lib/rules/analytics/shopper-event.ts';

/** Takes events: an array until analytics have started, and while they are not accepted. */
export type ShopperEventQueue = ShopperEvent[];

declare global {
  interface Window {
    shopperEvents?: ShopperEventQueue;
  }
}

/** Whether the page has analytics. */
const isMeasured = (): boolean => Boolean(globalThis.document?.querySelector('.consent'));

/** Tells the analytics of the page what the shopper has done. Without analytics it does nothing. */
export function emitShopperEvent(event: ShopperEvent): void {
  if (!isMeasured()) return;
  window.shopperEvents ??= [];
  window.shopperEvents.push(event);
}
