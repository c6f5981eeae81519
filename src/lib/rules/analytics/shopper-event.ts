/** A product or variant in an event, without anything about the shopper. */
export interface ShopperItem {
  /** As in the product feed. */
  id: string;
  name: string;
  /** Absent for a product without variants. */
  variant?: string;
  category?: string;
  /** Price of one, in paise. */
  price: number;
  quantity: number;
  /** The product with all its variants, whose id is that of their group in the product feed. */
  isGroup?: true;
}

interface WithItems {
  items: readonly ShopperItem[];
  /** In paise. */
  value: number;
}

/** What a shopper does. Never has a name, number, email address or postal address. */
export type ShopperEvent =
  /** A page is opened, or returns from the back/forward cache. Its URL has no query where that could be about the shopper. */
  | { name: 'page'; url: string; title: string }
  /** A page of search results is opened. */
  | { name: 'search'; text: string }
  /** A product page is opened. `value` is the price. */
  | ({ name: 'view_item' } & WithItems)
  /** Units are added to the cart or taken out of it: `items` has that many. */
  | ({ name: 'add_to_cart' | 'remove_from_cart' } & WithItems)
  /** The checkout is opened, once for each order that it leads to. `value` is without charges. */
  | ({ name: 'begin_checkout' } & WithItems)
  /** An order is placed, or paid if it is prepaid: once in a browser. `value` is its total, `shipping` the part of it for delivery. */
  | ({ name: 'purchase'; order: string; shipping: number } & WithItems);
