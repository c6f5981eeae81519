import type { Column } from '#api/services/import/read/column-names.ts';

/** What a column of a table can be. */
export const targets = {
  name: { label: 'Name', column: 'title' },
  price: { label: 'Price', column: 'price' },
  mrp: { label: 'MRP', column: 'compareAt' },
  stock: { label: 'Stock', column: 'quantity' },
  size: { label: 'Size', column: 'option1' },
  colour: { label: 'Colour', column: 'option2' },
  option: { label: 'Another choice', column: 'option3' },
  sizestock: { label: 'Stock of this size', column: 'quantity', isMany: true },
  sizeprice: { label: 'Price of this size', column: 'price', isMany: true },
  picture: { label: 'Picture', column: 'image', isMany: true },
  category: { label: 'Category', column: 'type' },
  description: { label: 'Description', column: 'body' },
  code: { label: 'Code (SKU)', column: 'sku' },
  barcode: { label: 'Barcode', column: 'barcode' },
  brand: { label: 'Brand', column: 'vendor' },
  gst: { label: 'GST rate', column: 'gstRate' },
  hsn: { label: 'HSN code', column: 'hsn' },
  weight: { label: 'Weight', column: 'grams' },
  origin: { label: 'Country of origin', column: 'country' },
  tags: { label: 'Search words', column: 'tags' },
  fact: { label: 'A fact shown on the page', column: 'attributes', isMany: true },
} as const satisfies Record<string, { label: string; column: Column; isMany?: boolean }>;

export type Target = keyof typeof targets;

export const targetNames = Object.keys(targets) as Target[];

/** Whether several columns can be this; of the others a table has one. */
export const isManyTarget = (target: Target): boolean => 'isMany' in targets[target];

/** The targets of which a table has one column. */
export const singleTargets = targetNames.filter(
  (target): target is Exclude<Target, 'sizestock' | 'sizeprice' | 'picture' | 'fact'> => !isManyTarget(target),
);
