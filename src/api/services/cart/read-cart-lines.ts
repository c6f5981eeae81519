import { sql } from 'kysely';
import type { Db } from '#api/database/schema/engine.ts';
import { sellerName } from '#api/database/seller-name-sql.ts';
import { toSellerIds } from '#api/services/catalogue/read-products.ts';
import { selectPendingPayments } from '#api/services/payment-records/payments.ts';
import { priceAt } from '#api/services/sales/sale-price.ts';
import type { CartItem } from '#lib/contract/cart.ts';
import { noLongerAvailable, onlyLeft, soldOut } from '#lib/contract/messages/failures.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { toRupees } from '#lib/rules/money.ts';

/** Reads the lines of a customer's cart with the price at a time (paise) and current stock, in the order they were added. */
export const readCartLines = (db: Db, customerId: number, at = isoNow()) =>
  db
    .selectFrom('cart_line')
    .innerJoin('variant', 'variant.id', 'cart_line.variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .innerJoin('seller', 'seller.id', 'product.seller_id')
    .leftJoin('wishlist', (join) =>
      join.onRef('wishlist.product_id', '=', 'product.id').onRef('wishlist.customer_id', '=', 'cart_line.customer_id'),
    )
    .select([
      'cart_line.id as line_id',
      'wishlist.id as wishlist_id',
      'cart_line.quantity',
      'variant.id as variant_id',
      'variant.product_variation',
      'product.option_name',
      priceAt(at).as('price'),
      'variant.mrp',
      'variant.stock',
      'variant.grams',
      'variant.sku',
      'product.id as product_id',
      'product.slug',
      'product.name',
      'product.pictures',
      'product.stock as product_stock',
      'seller.id as seller_id',
      'seller.kind as seller_kind',
      sellerName(db).as('seller_name'),
      sql<number>`variant.active * product.active`.as('on_sale'),
    ])
    .where('cart_line.customer_id', '=', customerId)
    .orderBy('cart_line.id')
    .execute();

export type CartLineRow = Awaited<ReturnType<typeof readCartLines>>[number];

/** Total price of lines, in paise. */
export const sumLinePrices = (lines: readonly Pick<CartLineRow, 'price' | 'quantity'>[]): number =>
  lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0);

/** Whether any unit of a line can be ordered; the totals of a cart leave out the others. */
export const hasSellableUnits = ({ on_sale, stock }: Pick<CartLineRow, 'on_sale' | 'stock'>): boolean =>
  on_sale !== 0 && stock > 0;

/** Total quantity of lines. */
export const sumQuantities = (lines: readonly { quantity: number }[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

export type HeldUnits = ReadonlyMap<number, number>;

/** Reads the units that the customer's own orders hold while they await payment. */
export async function readHeldUnits(db: Db, customerId: number): Promise<HeldUnits> {
  const items = await selectPendingPayments(db, customerId)
    .innerJoin('orders', 'orders.checkout_id', 'payment.checkout_id')
    .innerJoin('order_item', 'order_item.order_id', 'orders.id')
    .select(['variant_id', 'order_item.quantity'])
    .execute();
  const held = new Map<number, number>();
  for (const { variant_id, quantity } of items) held.set(variant_id, (held.get(variant_id) ?? 0) + quantity);
  return held;
}

/** Adds the customer's own held units to a variant's stock: a new checkout releases them first. */
export function addHeldUnits<Row extends { stock: number; product_stock: number }>(
  row: Row,
  variantId: number,
  held: HeldUnits,
): Row {
  const units = held.get(variantId) ?? 0;
  return { ...row, stock: row.stock + units, product_stock: row.product_stock + units };
}

/** Why a line cannot be ordered; undefined when it can. */
export function getLineProblem(line: Pick<CartLineRow, 'name' | 'stock' | 'quantity' | 'on_sale'>): string | undefined {
  if (!line.on_sale) return noLongerAvailable(line.name);
  if (line.stock === 0) return soldOut(line.name);
  return line.stock < line.quantity ? onlyLeft(line.name, line.stock) : undefined;
}

/** A line in the wire format, with current price and stock, and its problem if it has one. */
export function toCartItem(line: CartLineRow): CartItem {
  const stock = line.on_sale ? line.stock : 0;
  const price = toRupees(line.price);
  const problem = getLineProblem(line);
  const hasVariant = line.product_variation !== '';
  return {
    id: hasVariant ? line.variant_id : null,
    product_id: line.product_id,
    ...toSellerIds(line.seller_kind, line.seller_id, line.product_id),
    quantity: line.quantity,
    product_stock: hasVariant && line.on_sale ? line.product_stock : stock,
    product_name: line.name,
    product_images: line.pictures,
    ...(problem && { status: false, message: problem }),
    wishlist_id: line.wishlist_id,
    final_price: price,
    mrp: toRupees(line.mrp),
    seller_name: line.seller_name,
    slug: line.slug,
    ...(hasVariant && line.option_name && { option_name: line.option_name }),
    selected_variant: hasVariant
      ? { id: line.variant_id, product_variation: line.product_variation, final_price: price, stock }
      : null,
  };
}
