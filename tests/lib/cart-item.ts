import type { CartItem } from '#lib/contract/cart.ts';

/** A line of a cart; without a variant if `variantName` is undefined. */
export const makeItem = (product_id: number, variantName: string | undefined, quantity: number, stock: number): CartItem => ({
  product_id,
  quantity,
  product_stock: stock,
  product_name: `Product ${product_id}`,
  product_images: '',
  final_price: '100.00',
  selected_variant:
    variantName === undefined ? null : { id: product_id * 10, product_variation: variantName, final_price: '120.50', stock },
});
