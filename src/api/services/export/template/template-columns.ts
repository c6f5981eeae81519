/** A column of the template: its heading, which an import reads, what its note says, and one cell for each example. */
export interface TemplateColumn {
  heading: string;
  note: string;
  examples: readonly [string | number, string | number, string | number];
  /** In characters. */
  width: number;
  /** The cells are texts, so that spreadsheets keep leading zeros and long codes. */
  isText?: boolean;
  /** What the drop-down offers; other values are allowed where `isOpen`. */
  choices?: readonly (string | number)[];
  isOpen?: boolean;
}

/** The columns that a shop in India needs, in the order in which they are filled in. */
export const templateColumns: readonly TemplateColumn[] = [
  {
    heading: 'Handle',
    note: 'Short name in the address of the product’s page, such as cotton-kurta. A product with several sizes or colours has one row for each, all with the same handle.',
    examples: ['cotton-kurta', 'clay-cup', 'darjeeling-tea'],
    width: 20,
    isText: true,
  },
  {
    heading: 'Title',
    note: 'Name of the product, in any language. In further rows of the same product it may be empty.',
    examples: ['Cotton Kurta', 'Clay Cup', 'Darjeeling Tea'],
    width: 26,
    isText: true,
  },
  {
    heading: 'Description',
    note: 'What a shopper should know. Text or HTML; in the first row of a product.',
    examples: ['Hand-block printed, straight cut.', 'Unglazed cup for tea, 180 ml.', 'First flush, whole leaf.'],
    width: 40,
  },
  { heading: 'Type', note: 'Category, such as Kurtas.', examples: ['Kurtas', 'Kitchen', 'Tea'], width: 16 },
  { heading: 'Vendor', note: 'Brand.', examples: ['Loom & Co', '', 'Hill Garden'], width: 16 },
  {
    heading: 'Option1 Name',
    note: 'What the rows of a product differ in, such as Size. Empty for a product of one kind.',
    examples: ['Size', '', 'Pack'],
    width: 14,
    choices: ['Size', 'Colour', 'Pack'],
    isOpen: true,
  },
  { heading: 'Option1 Value', note: 'The size of this row, such as M.', examples: ['M', '', '100 g'], width: 14, isText: true },
  {
    heading: 'Option2 Name',
    note: 'A second difference, such as Colour. Empty if there is none.',
    examples: ['Colour', '', ''],
    width: 14,
    choices: ['Colour', 'Size', 'Pack'],
    isOpen: true,
  },
  {
    heading: 'Option2 Value',
    note: 'The colour of this row, such as Indigo.',
    examples: ['Indigo', '', ''],
    width: 14,
    isText: true,
  },
  {
    heading: 'SKU',
    note: 'Your own code of this size. Photos may be named by it: KURTA-IND-M.jpg, KURTA-IND-M-2.jpg',
    examples: ['KURTA-IND-M', 'CUP-1', 'TEA-100'],
    width: 18,
    isText: true,
  },
  { heading: 'Barcode', note: 'EAN or UPC, if it has one.', examples: ['', '', '8901234567890'], width: 16, isText: true },
  { heading: 'Price', note: 'Selling price in rupees with tax, such as 899 or 1299.50', examples: [899, 149, 420], width: 10 },
  {
    heading: 'Variant Compare At Price',
    note: 'MRP in rupees. Shown struck through if it is more than the price.',
    examples: [1199, 149, 450],
    width: 24,
  },
  { heading: 'Variant Inventory Qty', note: 'Units in stock.', examples: [12, 40, 25], width: 20 },
  {
    heading: 'GST Rate',
    note: 'Percent of GST in the price. Empty for the rate of the shop.',
    examples: [5, 5, 5],
    width: 10,
    choices: [0, 0.25, 3, 5, 12, 18, 28, 40],
    isOpen: true,
  },
  {
    heading: 'HSN',
    note: 'HSN code of 4, 6 or 8 digits, for invoices.',
    examples: ['6204', '6912', '0902'],
    width: 12,
    isText: true,
  },
  {
    heading: 'Country of Origin',
    note: 'The law asks for it on the page of every product.',
    examples: ['India', 'India', 'India'],
    width: 18,
    choices: ['India'],
    isOpen: true,
  },
  {
    heading: 'Attributes',
    note: 'Facts about the product, separated by semicolons: Maker: Loom & Co; Fabric: Cotton; Care: Machine wash',
    examples: [
      'Maker: Loom & Co, Jaipur; Fabric: Cotton',
      'Maker: Potters of Kutch; Material: Clay',
      'Maker: Hill Garden; Best before: 24 months',
    ],
    width: 44,
  },
  {
    heading: 'Variant Grams',
    note: 'Weight with its packing in grams, for shipping charges.',
    examples: [350, 260, 140],
    width: 14,
  },
  {
    heading: 'Size Guide',
    note: 'Name of a size guide of the shop, if it is not that of the category (store guides).',
    examples: ['', '', ''],
    width: 14,
  },
  {
    heading: 'Image Src',
    note: 'Photo: its file name or https address; further photos in rows of their own with the same handle. Empty: the photos named by the SKU are taken from the folder or zip of photos.',
    examples: ['', '', ''],
    width: 22,
  },
  {
    heading: 'Status',
    note: 'active is on sale; draft and archived are not.',
    examples: ['active', 'active', 'active'],
    width: 10,
    choices: ['active', 'draft', 'archived'],
  },
];

/** How many example products the template has. */
export const TEMPLATE_EXAMPLES = 3;
