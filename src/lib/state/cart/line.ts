import type { CartItem } from '#lib/contract/cart.ts';
import type { Product, Variant } from '#lib/contract/catalogue.ts';
import { coverPicture } from '#lib/rules/pictures/product-pictures.ts';

/** What a cart line needs to know of a product. */
export type LineProduct = Pick<
  Product,
  | 'product_id'
  | 'retailer_product_id'
  | 'retailer_id'
  | 'wholesaler_id'
  | 'slug'
  | 'name'
  | 'product_images'
  | 'cover_image'
  | 'mrp'
  | 'final_price'
  | 'product_stock'
  | 'seller_name'
  | 'variants'
>;

/** A cart line for a product, with the variant that was chosen when there is a choice. */
export function toCartLine(product: LineProduct, variant: Variant | undefined, quantity: number): CartItem {
  return {
    id: variant?.id ?? null,
    product_id: product.product_id,
    retailer_product_id: product.retailer_product_id ?? null,
    retailer_id: product.retailer_id ?? null,
    wholesaler_id: product.wholesaler_id ?? null,
    quantity,
    product_stock: product.product_stock,
    product_name: product.name,
    product_images: coverPicture(product),
    final_price: variant?.final_price ?? product.final_price,
    mrp: variant?.mrp ?? product.mrp,
    seller_name: product.seller_name,
    slug: product.slug,
    selected_variant: variant
      ? { id: variant.id, product_variation: variant.product_variation, final_price: variant.final_price, stock: variant.stock }
      : null,
  };
}
