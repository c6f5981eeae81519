import type { Db } from '#api/database/schema/engine.ts';
import { ORDER_CANCELLED } from '#lib/contract/order-status.ts';
import { openRecords, type RunningShop } from './shop-server.ts';

/** Reads from a running shop's database. */
async function read<Result>(shop: RunningShop, query: (db: Db) => Promise<Result>): Promise<Result> {
  const db = await openRecords(shop);
  return query(db).finally(() => db.destroy());
}

/** Units of a product without sizes that can be bought. Pages show large stocks only as a bound. */
export const unitsInStock = (shop: RunningShop, slug: string): Promise<number> =>
  read(shop, async (db) => {
    const { stock } = await db.selectFrom('product').select('stock').where('slug', '=', slug).executeTakeFirstOrThrow();
    return stock;
  });

/** Numbers of the orders of the customer with this mobile number that are not cancelled. */
export const orderNumbers = (shop: RunningShop, mobile: string): Promise<string[]> =>
  read(shop, async (db) => {
    const orders = await db
      .selectFrom('orders')
      .innerJoin('customer', 'customer.id', 'orders.customer_id')
      .select('order_number')
      .where('phone_number', '=', mobile)
      .where('status', '!=', ORDER_CANCELLED)
      .execute();
    return orders.map(({ order_number }) => order_number);
  });

/** The customer's cart on the server, as "quantity × name". */
export const serverCartLines = (shop: RunningShop, mobile: string): Promise<string[]> =>
  read(shop, async (db) => {
    const lines = await db
      .selectFrom('cart_line')
      .innerJoin('customer', 'customer.id', 'cart_line.customer_id')
      .innerJoin('variant', 'variant.id', 'cart_line.variant_id')
      .innerJoin('product', 'product.id', 'variant.product_id')
      .select(['cart_line.quantity', 'product.name'])
      .where('phone_number', '=', mobile)
      .execute();
    return lines.map(({ quantity, name }) => `${quantity} × ${name}`);
  });
