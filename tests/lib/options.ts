/** The variants of a product with options, each with its stock and the place of its picture. */
export const makeOptions = (
  option_name: string | undefined,
  ...variantNames: (readonly [variantName: string, stock: number, picture?: number])[]
) => ({
  ...(option_name !== undefined && { option_name }),
  variants: variantNames.map(([product_variation, stock, picture], i) => ({
    id: 40 + i * 3,
    product_variation,
    final_price: i % 2 ? '1299.00' : '999.50',
    mrp: '1999.00',
    stock,
    ...(picture !== undefined && { picture }),
  })),
});

export const shirt = makeOptions('Colour / Size', ['Red / S', 3, 0], ['Red / M', 0, 0], ['Blue / M', 2, 1]);
