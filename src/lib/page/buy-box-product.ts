import type { Product } from '#lib/contract/catalogue.ts';
import { coverPicture, splitPictures } from '#lib/rules/pictures/reference.ts';

/** Reduces a product to the fields that the buy box needs, since island props are part of the page's HTML; its variants are packed apart. */
export function toLineProduct(product: Product): Product {
  const {
    gtin: _gtin,
    old_slugs: _slugs,
    brand: _brand,
    cover_image: _cover,
    country_of_origin: _origin,
    attributes: _attributes,
    designs: _designs,
    size_guide: _guide,
    seo_title: _title,
    seo_description: _description,
    related: _related,
    created_at: _created,
    updated_at: _updated,
    ...rest
  } = product;
  return { ...rest, variants: [], description: '', product_images: withoutPlaceholder(coverPicture(product)) };
}

const withoutPlaceholder = (reference: string): string => reference.replace(/~.*$/, '');

/** The pictures and the size guide for the buy box, of the few products that have them; the measurements are in the page's HTML. */
export function toBuyBoxExtras({ product_images, size_guide, variants }: Product) {
  return {
    ...(variants.some(({ picture }) => picture !== undefined) && {
      pictures: splitPictures(product_images).map(withoutPlaceholder),
    }),
    ...(size_guide?.page && !size_guide.rows?.length && { guidePage: size_guide.page }),
  };
}
