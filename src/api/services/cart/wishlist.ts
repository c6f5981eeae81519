import { lockCustomer } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { findProductsById } from '#api/services/catalogue/read-products.ts';
import { Refusal } from '#api/services/refusal.ts';
import { MAX_WISHLIST_ENTRIES } from '#lib/contract/limits.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import type { WishlistEntry } from '#lib/contract/wishlist.ts';
import { isoNow } from '#lib/rules/durations.ts';

/** A customer's wishlist, newest first. Products that are not on sale are left out until they are again. */
export async function readWishlist(db: Db, customerId: number): Promise<WishlistEntry[]> {
  const rows = await db
    .selectFrom('wishlist')
    .select(['id', 'product_id'])
    .where('customer_id', '=', customerId)
    .orderBy('id', 'desc')
    .execute();
  const wishIds = new Map(rows.map(({ id, product_id }) => [product_id, id]));
  const products = await findProductsById(db, [...wishIds.keys()]);
  return products.flatMap((product) => {
    const wishlist_id = wishIds.get(product.product_id);
    return wishlist_id === undefined ? [] : [{ wishlist_id, product }];
  });
}

/** The id of a product's wishlist row; null when it is not on the list. */
export async function findWishId(db: Db, customerId: number, productId: number): Promise<number | null> {
  const row = await db
    .selectFrom('wishlist')
    .select('id')
    .where('customer_id', '=', customerId)
    .where('product_id', '=', productId)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Adds a product to the wishlist, once. Throws a `Refusal`: 404 when it is not on sale, 422 when the list is full. */
export async function insertWish(tx: Tx, customerId: number, productId: number): Promise<void> {
  const product = await tx
    .selectFrom('product')
    .select('id')
    .where('id', '=', productId)
    .where('active', '=', 1)
    .executeTakeFirst();
  if (!product) throw new Refusal(404, failure.productMissing);
  await lockCustomer(tx, customerId);
  if (await findWishId(tx, customerId, productId)) return;
  const { wishes } = await tx
    .selectFrom('wishlist')
    .select(({ fn }) => fn.countAll<number>().as('wishes'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (wishes >= MAX_WISHLIST_ENTRIES) throw new Refusal(422, failure.wishlistFull);
  await tx.insertInto('wishlist').values({ customer_id: customerId, product_id: productId, added_at: isoNow() }).execute();
}

/** Removes a product from the wishlist. Idempotent. */
export async function deleteWish(tx: Tx, customerId: number, productId: number): Promise<void> {
  await tx.deleteFrom('wishlist').where('customer_id', '=', customerId).where('product_id', '=', productId).execute();
}
