import type { ColumnType, Generated } from 'kysely';

type OptionalText = ColumnType<string | null, string | null | undefined, string | null>;
type OptionalNumber = ColumnType<number | null, number | null | undefined, number | null>;

export interface ProductTable {
  id: Generated<number>;
  slug: string;
  name: string;
  /** Sanitised HTML. */
  description: string;
  brand: string | null;
  /** Comma-separated picture references. */
  pictures: string;
  /** Alternative texts as a JSON list, parallel to `pictures`. */
  picture_alts: string;
  /** Its first sub-category, the one on the wire and in breadcrumbs. */
  sub_category_id: number;
  /** Ids of the further sub-categories that list it, joined by commas in the file's order; null for none. `product_category` follows from it. */
  collections: OptionalText;
  seller_id: number;
  country_of_origin: string | null;
  /** Search keywords, from the import's tags. */
  keywords: string;
  price: number;
  /** MRP of the variant with the lowest price. */
  mrp: number;
  /** Sum of the variants' stock, updated by the same transactions. */
  stock: number;
  /** Hash of the imported rows; an import skips unchanged products. */
  import_hash: string;
  /** 0 once the owner's file no longer contains it. */
  active: number;
  created_at: string;
  /** Last change to what pages show of it; null if unchanged since it was created. */
  updated_at: ColumnType<string | null, string | null | undefined>;
  /** Hundredths of a percent; null for the default of `tax_setting`. */
  gst_rate: ColumnType<number | null, number | null | undefined, number | null>;
  /** Code of the Harmonised System of Nomenclature; null for the default of `tax_setting`. */
  hsn: ColumnType<string | null, string | null | undefined, string | null>;
  /** What the variants differ in, such as "Colour"; null for sizes. */
  option_name: ColumnType<string | null, string | null | undefined>;
  /** Facts as JSON pairs of name and value, such as `[["Fabric","Cotton"]]`; null for none. */
  attributes: OptionalText;
  /** Shared by products of one design in several colours; null for none. */
  design_group: OptionalText;
  /** The colour within the design; null if it is unknown. */
  design_label: OptionalText;
  /** Name of its size guide; null for that of its category. */
  size_guide: OptionalText;
  /** Title and description for search engines; null for those that pages make. */
  seo_title: OptionalText;
  seo_description: OptionalText;
  /** Slugs of related products, separated by spaces; null for none. */
  related: OptionalText;
}

/** Measurements of sizes, or a page that has them. */
export interface SizeGuideTable {
  id: Generated<number>;
  name: string;
  /** Names of categories whose products have this guide, folded, as a JSON list. */
  categories: string;
  /** What is measured, as a JSON list. */
  columns: string;
  /** JSON list of `[size, ...values]`; values are centimetres. */
  rows: string;
  /** Path or URL; empty for none. */
  page: string;
}

export interface VariantTable {
  id: Generated<number>;
  product_id: number;
  product_variation: string;
  sku: string | null;
  /** What it costs now: the sale price while a sale runs. */
  price: number;
  mrp: number;
  stock: number;
  position: number;
  active: number;
  /** Stock in the owner's last imported file. */
  imported_stock: ColumnType<number | null, number | null | undefined>;
  /** As in the owner's file, valid or not. */
  barcode: OptionalText;
  /** Weight for shipping; null if unknown. */
  grams: ColumnType<number | null, number | null | undefined, number | null>;
  /** Its own picture: a picture reference of the product without its fragment. */
  picture: OptionalText;
  /** The size as displayed; null if it has none. It and `colour` follow from the product (rules/product/filter-values.ts). */
  size: OptionalText;
  /** Family of its colour; null if unknown. */
  colour: OptionalText;
  /** Its price in a sale that runs or is to come; null for none. */
  sale_price: OptionalNumber;
  /** Null for a sale that began when it was entered. */
  sale_starts_at: OptionalText;
  /** From when the sale price no longer counts; null for a sale without an end. */
  sale_ends_at: OptionalText;
  /** When `price` is next to be changed, by the start or the end of the sale; null for never. */
  sale_due_at: OptionalText;
  /** `price` without the sale; null unless the sale runs. */
  regular_price: OptionalNumber;
}

/** The facts by which shoppers filter, in the owner's order. */
export interface FilterFactTable {
  position: number;
  name: string;
}

export interface ProductFactTable {
  product_id: number;
  /** Folded. */
  name: string;
  /** Folded. */
  value: string;
  /** The value as the product spells it. */
  label: string;
}

/** Products by the further sub-categories that list them. */
export interface ProductCategoryTable {
  sub_category_id: number;
  product_id: number;
}

/** Former slugs of renamed products. */
export interface OldSlugTable {
  slug: string;
  product_id: number;
}

/** A purge that the CDN has not carried out yet. */
export interface CdnPurgeTable {
  id: Generated<number>;
  /** Joined by spaces. */
  surrogate_keys: string;
  /** 1 until the catalogue revision announces the change. */
  is_held: number;
  /** How often it is still to be sent. */
  passes: number;
  /** Attempts of the current pass. */
  attempts: number;
  /** When to send it; while it is being sent, when its lease expires. */
  due_at: string;
  created_at: string;
}

export interface SellerTable {
  id: Generated<number>;
  kind: 'retailer' | 'wholesaler';
  /** '' for the store's own seller, so that it follows the settings (seller-name-sql.ts). */
  name: string;
  /** Particulars for invoices; null for the store's own seller, whose are in the settings. */
  legal_name: OptionalText;
  address: OptionalText;
  gstin: OptionalText;
}
