/**
 * The columns of a Shopify product export that are read, each with its names over the years (2018, 2021, 2025 and the export introduced late
 * in 2025), and this store's optional columns. The first name of each is the one written by this store's export.
 */
export const columnNames = {
  handle: ['Handle', 'URL handle'],
  /** Former handles of the product, separated by spaces, whose addresses lead to it. */
  oldHandles: ['Old Handle', 'Old Handles'],
  title: ['Title'],
  body: ['Body (HTML)', 'Body HTML', 'Description'],
  vendor: ['Vendor'],
  productCategory: ['Product Category', 'Standardized Product Type', 'Google Shopping / Google Product Category'],
  type: ['Type', 'Custom Product Type'],
  tags: ['Tags'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  giftCard: ['Gift Card'],
  option1Name: ['Option1 Name'],
  option2Name: ['Option2 Name'],
  option3Name: ['Option3 Name'],
  option1: ['Option1 Value'],
  option2: ['Option2 Value'],
  option3: ['Option3 Value'],
  sku: ['Variant SKU', 'SKU'],
  barcode: ['Variant Barcode', 'Barcode'],
  /** Grams in every export, whatever the unit that the shop displays. */
  grams: ['Variant Grams', 'Weight value (grams)'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  /** The stock at the time of the export: when `quantity` still equals it, the owner has not changed the stock. */
  exportedQuantity: ['Stock When Exported'],
  policy: ['Variant Inventory Policy', 'Continue selling when out of stock'],
  price: ['Variant Price', 'Price'],
  compareAt: ['Variant Compare At Price', 'Compare-at price'],
  image: ['Image Src', 'Product image URL'],
  imagePosition: ['Image Position'],
  imageAlt: ['Image Alt Text'],
  variantImage: ['Variant Image', 'Variant image URL'],
  seller: ['Seller'],
  sellerKind: ['Seller Kind'],
  country: ['Country of Origin'],
  /** Facts such as "Fabric: Cotton; Care: Machine wash". */
  attributes: ['Attributes'],
  /** The same text on products of one design in several colours. */
  group: ['Group', 'Design Group'],
  sizeGuide: ['Size Guide'],
  gstRate: ['GST Rate'],
  hsn: ['HSN', 'HSN Code', 'HS Code', 'Harmonized System Code'],
  created: ['First Offered'],
  categoryImage: ['Category Image'],
  seoTitle: ['SEO Title', 'SEO title'],
  seoDescription: ['SEO Description', 'SEO description'],
  /** More categories and collections in which a product is listed, separated by semicolons. */
  collections: ['Collections', 'Collection'],
  /** Handles of related products, separated by semicolons. */
  related: ['Related Products'],
  /** Former addresses of the product's page, separated by spaces, which lead to it. */
  oldAddresses: ['Old Address', 'Old Addresses'],
  /** A price for a time; `price` counts before and after it. */
  salePrice: ['Sale Price'],
  saleStart: ['Sale Starts'],
  saleEnd: ['Sale Ends'],
} as const;

export type Column = keyof typeof columnNames;

/** The option value of a product without options. */
export const DEFAULT_OPTION = 'Default Title';
