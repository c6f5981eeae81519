import type { Product } from '#lib/contract/catalogue.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';

/** Reduces a product to the fields that the buy box needs, since island props are part of the page's HTML. */
export function toLineProduct(product: Product): Product {
  const [first = ''] = splitPictures(product.product_images);
  const { brand: _brand, cover_image: cover, country_of_origin: _origin, ...bought } = product;
  return { ...bought, description: '', product_images: (cover || first).replace(/~.*$/, '') };
}
