/** An address's columns, by what it is for. */
const addressNames = (of: 'Shipping' | 'Billing') => {
  const prefix = of.toLowerCase();
  return {
    name: [`${of} Name`],
    firstname: [`First Name (${of})`, `${prefix}_first_name`],
    lastname: [`Last Name (${of})`, `${prefix}_last_name`],
    address1: [`${of} Address1`, `Address 1&2 (${of})`, `Address 1 (${of})`, `${prefix}_address_1`],
    address2: [`${of} Address2`, `Address 2 (${of})`, `${prefix}_address_2`],
    city: [`${of} City`, `City (${of})`, `${prefix}_city`],
    zip: [`${of} Zip`, `Postcode (${of})`, `${prefix}_postcode`],
    state: [`${of} Province Name`, `${of} Province`, `State Name (${of})`, `State Code (${of})`, `${prefix}_state`],
    country: [`${of} Country`, `Country Code (${of})`, `Country Name (${of})`, `${prefix}_country`],
    phone: [`${of} Phone`, `Phone (${of})`, `${prefix}_phone`],
  } as const;
};

/** The names of an address's columns under keys such as `shippingCity`. */
function withPrefix<Prefix extends string, Names extends object>(prefix: Prefix, names: Names) {
  const entries = Object.entries(names).map(([key, value]) => [`${prefix}${key}`, value]);
  return Object.fromEntries(entries) as { [Key in keyof Names & string as `${Prefix}${Key}`]: readonly string[] };
}

/**
 * Columns of Shopify's orders export (https://help.shopify.com/en/manual/fulfillment/managing-orders/exporting-orders), of WooCommerce's own
 * under Analytics, Orders, of the plugin Advanced Order Export (https://wordpress.org/plugins/woo-order-export-lite/), and of WebToffee's Order
 * Export (https://wordpress.org/plugins/order-import-export-for-woocommerce/).
 */
export const orderNames = {
  number: ['Name', 'Order Number', 'order_number', 'Order #', 'Order ID', 'order_id'],
  email: ['Email', 'Email (Billing)', 'billing_email', 'customer_email', 'Billing Email'],
  phone: ['Phone'],
  createdAt: ['Created at', 'Order Date', 'order_date', 'Date'],
  cancelledAt: ['Cancelled at'],
  financial: ['Financial Status'],
  fulfilment: ['Fulfillment Status'],
  status: ['Order Status', 'status'],
  currency: ['Currency', 'order_currency', 'Order Currency'],
  total: ['Total', 'Order Total Amount', 'order_total', 'Order Total', 'Net Sales'],
  discount: ['Cart Discount Amount', 'discount_total', 'cart_discount', 'Discount Amount'],
  shipping: ['Shipping', 'Order Shipping Amount', 'shipping_total', 'order_shipping'],
  refunded: ['Refunded Amount', 'Order Refund Amount', 'order_refund', 'refund_total'],
  customer: ['Customer'],
  itemName: ['Lineitem name', 'Item Name', 'item_name'],
  itemQuantity: ['Lineitem quantity', 'Quantity (- Refund)', 'Quantity', 'item_quantity'],
  itemPrice: ['Lineitem price', 'Item Cost', 'item_price'],
  itemSku: ['Lineitem sku', 'SKU', 'item_sku'],
  products: ['Product(s)', 'Products'],
  ...withPrefix('shipping_', addressNames('Shipping')),
  ...withPrefix('billing_', addressNames('Billing')),
} as const;

export type OrderColumn = keyof typeof orderNames;
export type OrderCells = Record<OrderColumn, string>;
