/** Places of pages for a component of `shop.config.ts`. `below-price` and `after-description` are on the product page. */
export const slotNames = ['head', 'after-header', 'below-price', 'after-description', 'footer'] as const;
export type SlotName = (typeof slotNames)[number];

/** A component of `shop.config.ts` that failed in a page. */
export interface ComponentFailure {
  /** Such as `slot footer`. */
  name: string;
  error: unknown;
}

/** Pages publish each `ComponentFailure` on this channel of Node's diagnostics; the store of the process logs and counts them. */
export const COMPONENT_FAILURE_CHANNEL = 'shop:component-failure';
