import type { CartItem } from '#lib/contract/cart.ts';
import type { Product } from '#lib/contract/catalogue.ts';
import type { Order } from '#lib/contract/orders.ts';
import type { ShopperEvent, ShopperItem } from '#lib/rules/analytics/shopper-event.ts';
import { unitPrice } from '#lib/rules/cart/cart.ts';
import { toPaise } from '#lib/rules/money.ts';
import { offerId } from './offer-id.ts';

/** What the items cost, in paise. */
export const itemsValue = (items: readonly ShopperItem[]): number =>
  items.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

/** The product of a page. */
export const toViewedItem = ({ product_id, name, sub_category, final_price, variants }: Product): ShopperItem => ({
  id: offerId(product_id),
  name,
  ...(sub_category.sub_category_name && { category: sub_category.sub_category_name }),
  price: toPaise(final_price),
  quantity: 1,
  ...(variants.length > 0 && { isGroup: true as const }),
});

/** A line of the cart, with its quantity or another. */
export const toShopperItem = (line: CartItem, quantity = line.quantity): ShopperItem => ({
  id: offerId(line.product_id, line.selected_variant?.id),
  name: line.product_name,
  ...(line.selected_variant && { variant: line.selected_variant.product_variation }),
  price: toPaise(unitPrice(line)),
  quantity,
});

/** The purchase of an order. */
export const toPurchase = (order: Order): ShopperEvent => ({
  name: 'purchase',
  order: order.order_number,
  value: toPaise(order.final_amount),
  shipping: toPaise(order.shipping_amount ?? '0'),
  items: order.items.map((item) => ({
    id: offerId(item.product_id, item.variant_id),
    name: item.product_name,
    ...(item.product_variation && { variant: item.product_variation }),
    price: toPaise(item.final_price),
    quantity: item.quantity,
  })),
});
