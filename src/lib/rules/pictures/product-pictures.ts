import { splitPictures } from './reference.ts';

/** The picture fields of a product on the wire. */
export interface ProductPictures {
  product_images: string;
  cover_image?: string | null | undefined;
}

/** Lists a product's picture references, cover first, without duplicates. */
export const listPictures = ({ cover_image, product_images }: ProductPictures): string[] => [
  ...new Set([...(cover_image ? [cover_image] : []), ...splitPictures(product_images)]),
];

/** The reference of a product's main picture; '' for a product without pictures. */
export const coverPicture = (product: ProductPictures): string => listPictures(product)[0] ?? '';
