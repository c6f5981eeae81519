import { sql } from 'kysely';
import type { CartItem } from '#lib/contract/cart.ts';
import { onlyLeft, soldOut, unavailable } from '#lib/contract/messages.ts';
import { toRupees } from '#lib/rules/money.ts';
import type { Db } from '../database/open.ts';
import { sellerIds } from './products.ts';

/** The lines of a customer's cart with what their variants cost and hold now, in the order they were added. */
export const cartLines = (db: Db, customerId: number) =>
  db
    .selectFrom('cart_line')
    .innerJoin('variant', 'variant.id', 'cart_line.variant_id')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .innerJoin('seller', 'seller.id', 'product.seller_id')
    .select([
      'cart_line.id as line_id',
      'cart_line.quantity',
      'variant.id as variant_id',
      'variant.product_variation',
      'variant.price',
      'variant.mrp',
      'variant.stock',
      'product.id as product_id',
      'product.slug',
      'product.name',
      'product.pictures',
      'product.stock as product_stock',
      'seller.id as seller_id',
      'seller.kind as seller_kind',
      'seller.name as seller_name',
      sql<number>`variant.active AND product.active`.as('on_sale'),
    ])
    .where('cart_line.customer_id', '=', customerId)
    .orderBy('cart_line.id')
    .execute();

export type CartLine = Awaited<ReturnType<typeof cartLines>>[number];

/** Why a line cannot be ordered as it stands; undefined when it can. */
export function lineProblem(line: Pick<CartLine, 'name' | 'stock' | 'quantity' | 'on_sale'>): string | undefined {
  if (!line.on_sale) return unavailable(line.name);
  if (line.stock === 0) return soldOut(line.name);
  return line.stock < line.quantity ? onlyLeft(line.name, line.stock) : undefined;
}

/** A line as the wire shows it: fresh price and stock, and what is wrong with it if anything is. */
export function toCartItem(line: CartLine): CartItem {
  const stock = line.on_sale ? line.stock : 0;
  const price = toRupees(line.price);
  const problem = lineProblem(line);
  const chosen = line.product_variation !== '';
  return {
    id: chosen ? line.variant_id : null,
    product_id: line.product_id,
    ...sellerIds(line.seller_kind, line.seller_id, line.product_id),
    quantity: line.quantity,
    product_stock: chosen && line.on_sale ? line.product_stock : stock,
    product_name: line.name,
    product_images: line.pictures,
    ...(problem && { status: false, message: problem }),
    wishlist_id: null,
    final_price: price,
    mrp: toRupees(line.mrp),
    seller_name: line.seller_name,
    slug: line.slug,
    selected_variant: chosen
      ? { id: line.variant_id, product_variation: line.product_variation, final_price: price, stock }
      : null,
  };
}
