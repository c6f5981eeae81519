import type { Product } from '#lib/contract/catalogue.ts';

/** Makes a product in the wire format, with overrides. */
export const makeProduct = (different: Partial<Product> = {}): Product => ({
  product_id: 7,
  slug: 'linen-shirt',
  name: 'Linen Shirt',
  description: '<p>Light &amp; cool.</p>',
  product_images: '/media/a-1200.jpg#1200x1600,https://cdn.example/b.jpg',
  sub_category: { id: 3, sub_category_name: 'Shirts' },
  mrp: '1999.00',
  final_price: '1499.00',
  product_stock: 0,
  retailer_id: 1,
  seller_name: 'Loom House',
  variants: [],
  created_at: '2026-01-05T00:00:00Z',
  ...different,
});

/** Makes a variant for one size. */
export const makeVariant = (product_variation: string, stock: number, final_price = '1499.00') => ({
  id: product_variation.charCodeAt(0),
  product_variation,
  final_price,
  mrp: '1999.00',
  stock,
});
