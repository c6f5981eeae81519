import type { Db } from '#api/database/schema/engine.ts';
import { sellerName } from '#api/database/seller-name-sql.ts';
import type { VariantUnits } from '#api/services/catalogue/stock.ts';
import { Refusal } from '#api/services/refusal.ts';
import { priceAt } from '#api/services/sales/sale-price.ts';
import type { OrderEdit } from '#lib/contract/admin/order.ts';
import { isoNow } from '#lib/rules/durations.ts';
import { labelVariant } from '#lib/rules/option-texts.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';

/** An item of an order; without an id until it is stored. Its price of one unit in paise. */
export interface EditedItem {
  id?: number;
  product_id: number;
  variant_id: number;
  product_name: string;
  product_variation: string;
  option_name: string | null;
  picture: string;
  quantity: number;
  price: number;
}

export interface ItemChanges {
  items: EditedItem[];
  given: VariantUnits[];
  taken: (VariantUnits & { name: string })[];
  summary: Summary;
}

/** What an edit does, as sentences: before it is made and afterwards. */
export interface Summary {
  todo: string;
  done: string;
}

/** Both sentences from the verb in its two forms and what follows it. */
const summarise = (todo: string, done: string, rest: string): Summary => ({ todo: `${todo} ${rest}.`, done: `${done} ${rest}.` });

/** An item by its name and what it is of: "Cotton kurta (Size: M)". */
export const nameItem = (item: Pick<EditedItem, 'product_name' | 'product_variation' | 'option_name'>): string =>
  item.product_variation ? `${item.product_name} (${labelVariant(item.option_name, item.product_variation)})` : item.product_name;

/** A variant as it is sold now. */
export const readVariant = (db: Db, variantId: number) =>
  db
    .selectFrom('variant')
    .innerJoin('product', 'product.id', 'variant.product_id')
    .innerJoin('seller', 'seller.id', 'product.seller_id')
    .select(['variant.id as variant_id', 'product.id as product_id', 'product.name as product_name', 'product_variation'])
    .select(['product.option_name', 'product.pictures', 'product.seller_id', 'variant.stock', priceAt(isoNow()).as('price')])
    .select(({ eb, and }) => [
      and([eb('variant.active', '=', 1), eb('product.active', '=', 1)]).as('on_sale'),
      sellerName(db).as('seller'),
    ])
    .where('variant.id', '=', variantId)
    .executeTakeFirst();

type Variant = NonNullable<Awaited<ReturnType<typeof readVariant>>>;

const refuse = (sentence: string): Refusal => new Refusal(409, sentence);

/** The variant, if so many units of it can be taken. Throws a `Refusal` (409). */
async function requireVariant(db: Db, variantId: number, quantity: number): Promise<Variant> {
  const variant = await readVariant(db, variantId);
  if (!variant) throw refuse('There is no such product any more.');
  const name = nameItem(variant);
  if (!variant.on_sale) throw refuse(`${name} is not on sale.`);
  if (variant.stock < quantity)
    throw refuse(variant.stock === 0 ? `${name} is sold out.` : `Only ${variant.stock} of ${name} left.`);
  return variant;
}

const toItem = (variant: Variant, quantity: number, price: number): EditedItem => ({
  product_id: variant.product_id,
  variant_id: variant.variant_id,
  product_name: variant.product_name,
  product_variation: variant.product_variation,
  option_name: variant.option_name,
  picture: splitPictures(variant.pictures)[0] ?? '',
  quantity,
  price,
});

const unitsOf = ({ product_id, variant_id }: EditedItem, quantity: number): VariantUnits => ({
  product_id,
  variant_id,
  quantity,
});

/** The item of the order that an edit names, with at least so many units. Throws a `Refusal` (409). */
function requireItem(items: readonly EditedItem[], itemId: number, quantity: number): EditedItem {
  const item = items.find(({ id }) => id === itemId);
  if (!item) throw refuse('This item is not in the order any more.');
  if (item.quantity < quantity) throw refuse(`The order has ${item.quantity} of ${nameItem(item)}.`);
  return item;
}

const without = (items: readonly EditedItem[], item: EditedItem, quantity: number): EditedItem[] =>
  items.flatMap((one) => {
    if (one !== item) return [one];
    return quantity === one.quantity ? [] : [{ ...one, quantity: one.quantity - quantity }];
  });

function withUnits(items: readonly EditedItem[], added: EditedItem): EditedItem[] {
  const same = items.find(({ variant_id, price }) => variant_id === added.variant_id && price === added.price);
  if (!same) return [...items, added];
  return items.map((one) => (one === same ? { ...one, quantity: one.quantity + added.quantity } : one));
}

function cancelPart(
  items: readonly EditedItem[],
  { item_id, quantity, reason }: Extract<OrderEdit, { kind: 'cancel_part' }>,
): ItemChanges {
  const item = requireItem(items, item_id, quantity);
  const left = without(items, item, quantity);
  if (left.length === 0) throw refuse('Nothing would be left of the order. Cancel the order instead.');
  return {
    items: left,
    given: [unitsOf(item, quantity)],
    taken: [],
    summary: summarise('Cancel', 'Cancelled', `${quantity} × ${nameItem(item)}${reason ? ` (${reason})` : ''}`),
  };
}

/**
 * Another size of an item. It costs what the item was charged, and as much more or less as the new size costs beside the old one now: a sale
 * that has ended since makes it no dearer.
 */
async function swap(
  db: Db,
  items: readonly EditedItem[],
  { item_id, variant_id, quantity }: Extract<OrderEdit, { kind: 'swap' }>,
): Promise<ItemChanges> {
  const item = requireItem(items, item_id, quantity);
  if (item.variant_id === variant_id) throw refuse(`${nameItem(item)} is in the order already.`);
  const variant = await requireVariant(db, variant_id, quantity);
  if (variant.product_id !== item.product_id) throw refuse('This is another product. Cancel the item and add the other one.');
  const before = await readVariant(db, item.variant_id);
  const price = Math.max(0, item.price + variant.price - (before?.price ?? variant.price));
  const swapped = toItem(variant, quantity, price);
  const isWhole = quantity === item.quantity;
  const same = items.some((one) => one !== item && one.variant_id === variant_id && one.price === price);
  return {
    items:
      isWhole && !same
        ? items.map((one) => (one === item ? { ...swapped, ...(item.id !== undefined && { id: item.id }) } : one))
        : withUnits(without(items, item, quantity), swapped),
    given: [unitsOf(item, quantity)],
    taken: [{ ...unitsOf(swapped, quantity), name: nameItem(swapped) }],
    summary: summarise('Swap', 'Swapped', `${quantity} × ${nameItem(item)} for ${nameItem(swapped)}`),
  };
}

async function add(
  db: Db,
  items: readonly EditedItem[],
  sellerId: number,
  { variant_id, quantity }: Extract<OrderEdit, { kind: 'add' }>,
): Promise<ItemChanges> {
  const variant = await requireVariant(db, variant_id, quantity);
  if (variant.seller_id !== sellerId)
    throw refuse(`${variant.product_name} is sold by ${variant.seller}. It needs an order of its own.`);
  const added = toItem(variant, quantity, variant.price);
  return {
    items: withUnits(items, added),
    given: [],
    taken: [{ ...unitsOf(added, quantity), name: nameItem(added) }],
    summary: summarise('Add', 'Added', `${quantity} × ${nameItem(added)}`),
  };
}

/** Works out what an edit does to the items of an order. Throws a `Refusal` (409) when it is not possible. */
export async function editItems(
  db: Db,
  items: readonly EditedItem[],
  sellerId: number,
  edit: Exclude<OrderEdit, { kind: 'address' }>,
): Promise<ItemChanges> {
  if (edit.kind === 'cancel_part') return cancelPart(items, edit);
  return edit.kind === 'swap' ? swap(db, items, edit) : add(db, items, sellerId, edit);
}
