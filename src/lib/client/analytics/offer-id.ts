/** The id of a product without variants, of all variants of one, or of one variant, in the product feed and in what is told to analytics. */
export const offerId = (productId: number, variantId?: number | null): string =>
  variantId ? `${productId}-${variantId}` : String(productId);
