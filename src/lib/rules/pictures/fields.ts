/** Fields of the store's replies that hold picture references, possibly several separated by commas. */
export const pictureFields: ReadonlySet<string> = new Set(['product_images', 'cover_image', 'image', 'logo']);
