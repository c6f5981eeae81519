import { lockCustomer } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { findWishId } from '#api/services/cart/wishlist.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import { priceAt } from '#api/services/sales/sale-price.ts';
import type { CartItem, CartResult } from '#lib/contract/cart.ts';
import { MAX_CART_LINES } from '#lib/contract/limits.ts';
import { failure, lineLimitReached, onlyLeft, soldOut } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { clampQuantity } from '#lib/rules/cart/cart.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { addHeldUnits, type HeldUnits, readCartLines, readHeldUnits, toCartItem } from './read-cart-lines.ts';

export interface CartLineRequest {
  product_id: number;
  id?: number | null | undefined;
  /** The variant's name, when its id is not known. */
  product_variation?: string | undefined;
  quantity: number;
}

/** A customer's cart with current prices, oldest line first. Units held by the customer's own unpaid orders count as available. */
export async function readCart(db: Db, customerId: number): Promise<CartItem[]> {
  const held = await readHeldUnits(db, customerId);
  const lines = await readCartLines(db, customerId);
  return lines.map((line) => toCartItem(addHeldUnits(line, line.variant_id, held)));
}

const variantsOf = (db: Db, productIds: readonly number[]) =>
  db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .select([
      'variant.id',
      'variant.product_id',
      'variant.product_variation',
      priceAt(isoNow()).as('price'),
      'variant.stock',
      'variant.grams',
      'variant.sku',
    ])
    .select(['product.stock as product_stock', 'product.name'])
    .where('variant.product_id', 'in', productIds)
    .where('variant.active', '=', 1)
    .where('product.active', '=', 1)
    .execute();

type FoundVariant = Awaited<ReturnType<typeof variantsOf>>[number];

/**
 * Finds the requested variant, its stock including the customer's held units. Throws a `Refusal`: 404 when it is not on sale, 422 when
 * the product has a choice and the request names none.
 */
export async function findLineVariant(db: Db, request: CartLineRequest, held: HeldUnits): Promise<FoundVariant> {
  const variant = selectVariant(await variantsOf(db, [request.product_id]), request);
  return addHeldUnits(variant, variant.id, held);
}

/** The requested one of a product's variants; without a request that of a product without a choice. */
function matchVariant(variants: readonly FoundVariant[], { id, product_variation }: CartLineRequest): FoundVariant | undefined {
  const name = product_variation?.toLowerCase();
  if (id) return variants.find((variant) => variant.id === id);
  if (name) return variants.find((variant) => variant.product_variation.toLowerCase() === name);
  return variants.length === 1 && variants[0]?.product_variation === '' ? variants[0] : undefined;
}

function selectVariant(variants: readonly FoundVariant[], request: CartLineRequest): FoundVariant {
  const variant = matchVariant(variants, request);
  if (variant) return variant;
  if (variants.length > 0 && !request.id && !request.product_variation) throw refuseField('id', failure.chooseVariant);
  throw new Refusal(404, failure.productMissing);
}

/** The variants of a guest's lines, each with its quantity within the limit of a line; lines that are not on sale are left out. */
export async function findGuestLines(
  db: Db,
  requests: readonly CartLineRequest[],
): Promise<(FoundVariant & { quantity: number })[]> {
  if (requests.length === 0) return [];
  const variants = await variantsOf(
    db,
    requests.map(({ product_id }) => product_id),
  );
  const byProduct = Map.groupBy(variants, ({ product_id }) => product_id);
  return requests.flatMap((request) => {
    const variant = matchVariant(byProduct.get(request.product_id) ?? [], request);
    return variant ? [{ ...variant, quantity: clampQuantity(request.quantity, Number.POSITIVE_INFINITY) }] : [];
  });
}

/** Total price, in paise, of what can be ordered of a guest's lines now. */
export async function sumGuestLines(db: Db, requests: readonly CartLineRequest[]): Promise<number> {
  const lines = await findGuestLines(db, requests);
  return lines.reduce((sum, { price, stock, quantity }) => sum + price * Math.min(stock, quantity), 0);
}

/** The quantity of a variant in the cart; 0 when it is not there. */
export async function readLineQuantity(tx: Tx, customerId: number, variantId: number): Promise<number> {
  const line = await tx
    .selectFrom('cart_line')
    .select('quantity')
    .where('customer_id', '=', customerId)
    .where('variant_id', '=', variantId)
    .executeTakeFirst();
  return line?.quantity ?? 0;
}

/** Throws a `Refusal` (422) when the cart has the maximum number of lines. */
async function requireFreeLine(tx: Tx, customerId: number): Promise<void> {
  const { lines } = await tx
    .selectFrom('cart_line')
    .select(({ fn }) => fn.countAll<number>().as('lines'))
    .where('customer_id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (lines >= MAX_CART_LINES) throw new Refusal(422, failure.cartFull);
}

export async function upsertCartLine(
  tx: Tx,
  customerId: number,
  variant: FoundVariant,
  request: CartLineRequest,
  currentQuantity: number,
): Promise<CartResult> {
  const wishlist_id = await findWishId(tx, customerId, request.product_id);
  const toResult = (quantity: number, status: boolean, message: string): CartResult => ({
    product_id: request.product_id,
    id: variant.product_variation === '' ? null : variant.id,
    quantity,
    product_stock: variant.product_stock,
    status,
    message,
    wishlist_id,
  });
  if (variant.stock === 0) return toResult(currentQuantity, false, soldOut(variant.name));
  if (currentQuantity === 0) await requireFreeLine(tx, customerId);
  const quantity = clampQuantity(request.quantity, variant.stock);
  await tx
    .insertInto('cart_line')
    .values({ customer_id: customerId, variant_id: variant.id, quantity, added_at: isoNow() })
    .onConflict((conflict) => conflict.columns(['customer_id', 'variant_id']).doUpdateSet({ quantity }))
    .execute();
  if (quantity === request.quantity)
    return toResult(quantity, true, currentQuantity === 0 ? success.itemAddedServer : success.cartUpdated);
  const isStockLimit = quantity === variant.stock;
  return toResult(quantity, true, isStockLimit ? onlyLeft(variant.name, variant.stock) : lineLimitReached(variant.name));
}

/**
 * Sets the quantity of a line, clamped to the stock and the line limit; adds the line if it is new. A sold-out variant returns a result
 * with `status` false. Throws a `Refusal`: 404 not on sale, 422 no variant selected or cart full.
 */
export async function setCartLine(tx: Tx, customerId: number, request: CartLineRequest): Promise<CartResult> {
  await lockCustomer(tx, customerId);
  const variant = await findLineVariant(tx, request, await readHeldUnits(tx, customerId));
  return upsertCartLine(tx, customerId, variant, request, await readLineQuantity(tx, customerId, variant.id));
}

/** Deletes one line, or every line of a product when `variantId` is undefined. */
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
