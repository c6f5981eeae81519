import { lockCustomer } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/open.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { findWishId } from '#api/services/wishlist.ts';
import type { CartItem, CartResult } from '#lib/contract/cart.ts';
import { MAX_CART_LINES } from '#lib/contract/limits.ts';
import { failure, lineLimitReached, onlyLeft, soldOut, success } from '#lib/contract/texts.ts';
import { clampQuantity } from '#lib/rules/cart.ts';
import { readCartLines, readHeldUnits, toCartItem } from './lines.ts';

/** What a shopper wants in the cart: a product, and which of its variants when there is a choice. */
export interface CartLineRequest {
  product_id: number;
  /** The variant's id. */
  id?: number | null | undefined;
  /** The variant's name, when its id is not known. */
  product_variation?: string | undefined;
  quantity: number;
}

/** A customer's cart, oldest line first, priced anew. What the customer's own unpaid orders hold counts as there. */
export async function readCart(db: Db, customerId: number): Promise<CartItem[]> {
  const held = await readHeldUnits(db, customerId);
  const lines = await readCartLines(db, customerId);
  return lines.map((line) => {
    const mine = held.get(line.variant_id) ?? 0;
    return toCartItem({ ...line, stock: line.stock + mine, product_stock: line.product_stock + mine });
  });
}

/** The variant that is meant. Throws a `Refusal`: 404 when it is not on sale, 422 when there is a choice and none was made. */
async function findVariant(db: Db, wanted: CartLineRequest) {
  const variants = await db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select(['variant.id', 'variant.product_variation', 'variant.stock', 'product.stock as product_stock', 'product.name'])
    .where('variant.product_id', '=', wanted.product_id)
    .where('variant.active', '=', 1)
    .where('product.active', '=', 1)
    .execute();
  if (variants.length === 0) throw new Refusal(404, failure.productMissing);
  const named = wanted.product_variation?.toLowerCase();
  const single = variants.length === 1 && variants[0]?.product_variation === '' ? variants[0] : undefined;
  if (!wanted.id && !named) {
    if (single) return single;
    throw refuseField('id', failure.chooseVariant);
  }
  const variant = variants.find(({ id, product_variation }) =>
    wanted.id ? id === wanted.id : product_variation.toLowerCase() === named,
  );
  if (!variant) throw new Refusal(404, failure.productMissing);
  return variant;
}

type FoundVariant = Awaited<ReturnType<typeof findVariant>>;

/** A variant as the customer may have it: what their own unpaid orders hold counts as there. */
function withHeld(variant: FoundVariant, held: ReadonlyMap<number, number>): FoundVariant {
  const mine = held.get(variant.id) ?? 0;
  return { ...variant, stock: variant.stock + mine, product_stock: variant.product_stock + mine };
}

/** How many of a variant are in the cart now. */
async function quantityInCart(tx: Tx, customerId: number, variantId: number): Promise<number> {
  const line = await tx
    .selectFrom('cart_line')
    .select('quantity')
    .where('customer_id', '=', customerId)
    .where('variant_id', '=', variantId)
    .executeTakeFirst();
  return line?.quantity ?? 0;
}

/** Throws a `Refusal` (422) when the cart holds as many lines as it may. */
async function needRoom(tx: Tx, customerId: number): Promise<void> {
  const { lines } = await tx
    .selectFrom('cart_line')
    .select(({ fn }) => fn.countAll<number>().as('lines'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (lines >= MAX_CART_LINES) throw new Refusal(422, failure.cartFull);
}

async function putLine(
  tx: Tx,
  customerId: number,
  variant: FoundVariant,
  wanted: CartLineRequest,
  present: number,
): Promise<CartResult> {
  const wishlist_id = await findWishId(tx, customerId, wanted.product_id);
  const row = (quantity: number, status: boolean, message: string): CartResult => ({
    product_id: wanted.product_id,
    id: variant.product_variation === '' ? null : variant.id,
    quantity,
    product_stock: variant.product_stock,
    status,
    message,
    wishlist_id,
  });
  if (variant.stock === 0) return row(present, false, soldOut(variant.name));
  if (present === 0) await needRoom(tx, customerId);
  const quantity = clampQuantity(wanted.quantity, variant.stock);
  await tx
    .insertInto('cart_line')
    .values({ customer_id: customerId, variant_id: variant.id, quantity, added_at: new Date().toISOString() })
    .onConflict((conflict) => conflict.columns(['customer_id', 'variant_id']).doUpdateSet({ quantity }))
    .execute();
  const done = present === 0 ? success.itemAddedServer : success.cartUpdated;
  if (quantity === wanted.quantity) return row(quantity, true, done);
  return row(quantity, true, quantity === variant.stock ? onlyLeft(variant.name, variant.stock) : lineLimitReached(variant.name));
}

/**
 * Sets the quantity of a line, adding it when it is new; never more than the stock or the limit of 5. What is sold out is answered
 * with a row whose `status` is false. Throws a `Refusal`: 404 not on sale, 422 no choice made or cart full.
 */
export async function setCartLine(tx: Tx, customerId: number, wanted: CartLineRequest): Promise<CartResult> {
  await lockCustomer(tx, customerId);
  const variant = withHeld(await findVariant(tx, wanted), await readHeldUnits(tx, customerId));
  return putLine(tx, customerId, variant, wanted, await quantityInCart(tx, customerId, variant.id));
}

/** Takes a line out of the cart, or every line of a product when no variant is named. */
export async function deleteCartLines(
  tx: Tx,
  customerId: number,
  productId: number | undefined,
  variantId: number | undefined,
): Promise<void> {
  let query = tx.deleteFrom('cart_line').where('customer_id', '=', customerId);
  if (variantId) query = query.where('variant_id', '=', variantId);
  if (productId) {
    query = query.where('variant_id', 'in', ({ selectFrom }) =>
      selectFrom('variant').select('variant.id').where('product_id', '=', productId),
    );
  }
  await query.execute();
}

/** A line that could not be merged, as a row among those that could. */
const failedRow = (wanted: CartLineRequest, message: string): CartResult => ({
  product_id: wanted.product_id,
  id: wanted.id ?? null,
  quantity: 0,
  product_stock: 0,
  status: false,
  message,
  wishlist_id: null,
});

/** Merges the lines a guest gathered: the larger quantity of the two holds, so that merging again changes nothing more. */
export async function mergeCartLines(tx: Tx, customerId: number, lines: readonly CartLineRequest[]): Promise<CartResult[]> {
  const results: CartResult[] = [];
  await lockCustomer(tx, customerId);
  const held = await readHeldUnits(tx, customerId);
  for (const wanted of lines) {
    try {
      const variant = withHeld(await findVariant(tx, wanted), held);
      const present = await quantityInCart(tx, customerId, variant.id);
      const larger = { ...wanted, quantity: Math.max(wanted.quantity, present) };
      results.push(await putLine(tx, customerId, variant, larger, present));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      results.push(failedRow(wanted, String(error.messages)));
    }
  }
  return results;
}
