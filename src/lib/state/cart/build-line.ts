import type { CartItem, CartResult } from '#lib/contract/cart.ts';
import type { Product, Variant } from '#lib/contract/catalogue.ts';
import { MAX_CART_LINES, MIN_QUANTITY } from '#lib/contract/limits.ts';
import { coverPicture } from '#lib/rules/pictures/reference.ts';

/** Price, stock and variant of a cart line, as the catalogue has them now. */
export const toLineOffer = (product: Product, variant: Variant | undefined) => ({
  product_stock: product.product_stock,
  final_price: variant?.final_price ?? product.final_price,
  mrp: variant?.mrp ?? product.mrp,
  selected_variant: variant
    ? { id: variant.id, product_variation: variant.product_variation, final_price: variant.final_price, stock: variant.stock }
    : null,
});

/** A cart line for a product, with the chosen variant if it has any. */
export function toCartLine(product: Product, variant: Variant | undefined, quantity: number): CartItem {
  return {
    id: variant?.id ?? null,
    product_id: product.product_id,
    retailer_product_id: product.retailer_product_id ?? null,
    retailer_id: product.retailer_id ?? null,
    wholesaler_id: product.wholesaler_id ?? null,
    quantity,
    product_name: product.name,
    product_images: coverPicture(product),
    seller_name: product.seller_name,
    slug: product.slug,
    ...(product.option_name !== undefined && { option_name: product.option_name }),
    ...toLineOffer(product, variant),
  };
}

/** Lines of a guest's cart in the body of a call. */
export const toGuestLines = (items: readonly CartItem[]) =>
  items
    .slice(0, MAX_CART_LINES)
    .map((item) => ({ ...toLineBody(item, item.quantity), selected_variant: item.selected_variant ?? null }));

/** The body of a call that sets a line to `quantity`. */
export const toLineBody = (item: CartItem, quantity: number) => ({
  product_id: item.product_id,
  id: item.selected_variant?.id ?? item.id ?? null,
  retailer_id: item.retailer_id ?? null,
  wholesaler_id: item.wholesaler_id ?? null,
  quantity,
});

/** The body of a call that removes a line. */
export const toRemovalBody = (item: CartItem) => ({
  product_id: item.product_id,
  retailer_product_id: item.retailer_product_id ?? null,
  variant_id: item.id ?? item.selected_variant?.id ?? null,
});

/** The result for a line: another store may name the product otherwise, or answer with one row. */
export const findResult = (line: CartItem, results: readonly CartResult[]): CartResult | undefined =>
  results.find((row) => row.product_id === line.product_id) ?? (results.length === 1 ? results[0] : undefined);

/** A line with the quantity and stock of the server's reply. */
export function applyResult(item: CartItem, result: CartResult): CartItem {
  const { selected_variant } = item;
  const { product_stock = item.product_stock } = result;
  return {
    ...item,
    quantity: Math.max(result.quantity, MIN_QUANTITY),
    product_stock,
    wishlist_id: result.wishlist_id,
    selected_variant: selected_variant && { ...selected_variant, stock: result.product_stock ?? selected_variant.stock },
  };
}
