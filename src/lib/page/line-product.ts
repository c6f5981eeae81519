import type { Product } from '#lib/contract/catalogue.ts';
import { splitPictures } from '#lib/rules/pictures/reference.ts';

/** What the buy box needs of a product; the page already holds the rest, and the props travel in its HTML. */
export function toLineProduct(product: Product): Product {
  const [first = ''] = splitPictures(product.product_images);
  const { brand: _brand, cover_image: cover, country_of_origin: _origin, ...bought } = product;
  return { ...bought, description: '', product_images: (cover || first).replace(/~.*$/, '') };
}
