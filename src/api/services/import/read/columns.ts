import { unescapeFormula } from '#lib/rules/csv-injection.ts';

/**
 * The columns of a Shopify product export that the shop reads, each with the names it has had over the years (2018, 2021, 2025 and
 * the export introduced late in 2025), and the optional ones of ours.
 */
const columnNames = {
  handle: ['Handle', 'URL handle'],
  title: ['Title'],
  body: ['Body (HTML)', 'Body HTML', 'Description'],
  vendor: ['Vendor'],
  productCategory: ['Product Category', 'Standardized Product Type', 'Google Shopping / Google Product Category'],
  type: ['Type', 'Custom Product Type'],
  tags: ['Tags'],
  published: ['Published', 'Published on online store'],
  status: ['Status'],
  giftCard: ['Gift Card'],
  option1: ['Option1 Value'],
  option2: ['Option2 Value'],
  option3: ['Option3 Value'],
  sku: ['Variant SKU', 'SKU'],
  tracker: ['Variant Inventory Tracker', 'Inventory tracker'],
  quantity: ['Variant Inventory Qty', 'Inventory quantity'],
  /** What our own export found: a quantity that still says the same has not been counted anew. */
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
  created: ['First Offered'],
  categoryImage: ['Category Image'],
} as const;

export type Column = keyof typeof columnNames;

/** A row's cells by column; a column that the file does not have reads as ''. */
export type Cells = Record<Column, string>;

const everyColumn = Object.keys(columnNames) as Column[];
const required = ['handle', 'title', 'price'] as const;

/** The columns of one file, found by their header whatever their order and case. */
export class Columns {
  readonly #header: readonly string[];
  readonly #places: Partial<Record<Column, number>> = {};

  constructor(header: readonly string[]) {
    this.#header = header;
    const lower = header.map((name) => name.trim().toLowerCase());
    for (const column of everyColumn) {
      const place = columnNames[column].map((name) => lower.indexOf(name.toLowerCase())).find((index) => index >= 0);
      if (place !== undefined) this.#places[column] = place;
    }
  }

  get width(): number {
    return this.#header.length;
  }

  /** Names of the columns without which the file is no product export. */
  missing(): string[] {
    return required.filter((column) => !this.has(column)).map((column) => columnNames[column][0]);
  }

  has(column: Column): boolean {
    return this.#places[column] !== undefined;
  }

  /** The column's name as the file spells it. */
  nameOf(column: Column): string {
    const place = this.#places[column];
    return (place === undefined ? undefined : this.#header[place]?.trim()) ?? columnNames[column][0];
  }

  read(cells: readonly string[]): Cells {
    const entry = (column: Column) => [column, unescapeFormula(cells[this.#places[column] ?? -1]?.trim() ?? '')] as const;
    return Object.fromEntries(everyColumn.map(entry)) as Cells;
  }
}
