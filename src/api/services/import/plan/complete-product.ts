import { fromStoredAttributes, mergeFacts, toStoredAttributes } from '#api/services/catalogue/attributes.ts';
import type { ProductRow, StoredProduct } from '#api/services/import/plan/read-stored-products.ts';
import type { ImportedProduct, PartialSeller, Seller } from '#api/services/import/read/imported-product.ts';
import type { ProductAttribute } from '#lib/contract/catalogue.ts';
import { OPTION_SEPARATOR } from '#lib/rules/option-texts.ts';
import { isColourName } from '#lib/rules/product/colour-names.ts';
import { DEFAULT_CATEGORY } from '#lib/rules/store-defaults.ts';
import { foldName } from '#lib/rules/text.ts';

/** A product of the files with a value for everything that they may leave out. */
export interface CompleteProduct {
  /** The columns of the product, as they are stored. */
  columns: Pick<
    ProductRow,
    | 'name'
    | 'description'
    | 'brand'
    | 'keywords'
    | 'country_of_origin'
    | 'attributes'
    | 'design_group'
    | 'design_label'
    | 'size_guide'
    | 'seo_title'
    | 'seo_description'
    | 'related'
    | 'gst_rate'
    | 'hsn'
    | 'option_name'
  >;
  category: string;
  /** Names, without that of the category. */
  collections: string[];
  seller: Seller;
  /** ISO 8601; undefined when the file does not say it. */
  createdAt: string | undefined;
}

/** The seller of a product; a file without its kind keeps the kind of the same seller. */
function completeSeller(seller: PartialSeller, stored: Seller | undefined): Seller {
  const name = seller.name ?? stored?.name ?? '';
  const kind = seller.kind ?? (stored?.name === name ? stored.kind : 'retailer');
  return { kind, name };
}

/** The colour of a product that has one: its fact, or the only value of the option; null if it is unknown. */
function findColour(
  attributes: readonly ProductAttribute[],
  optionName: string | null,
  variantNames: readonly string[],
): string | null {
  const fact = attributes.find(({ name }) => isColourName(name));
  if (fact) return fact.value;
  const place = (optionName ?? '').split(OPTION_SEPARATOR).findIndex(isColourName);
  const values = new Set(variantNames.map((name) => name.split(OPTION_SEPARATOR)[place]));
  const [only] = values;
  return place >= 0 && values.size === 1 && only ? only : null;
}

/** The names of collections besides the category. Those that are stored stay as they are: another order or case is no change. */
function completeCollections(names: readonly string[], category: string, stored: string[] = []): string[] {
  const others = names.filter((name) => foldName(name) !== foldName(category));
  const known = new Set(stored.map(foldName));
  return others.length === stored.length && others.every((name) => known.has(foldName(name))) ? stored : others;
}

/** What the file leaves undefined is what is stored, or the default of a new product. */
export function completeProduct(product: ImportedProduct, stored: StoredProduct | undefined): CompleteProduct {
  const row = stored?.row;
  const keep = <Value>(value: Value | undefined, kept: Value | undefined, initial: Value): Value =>
    value === undefined ? (kept ?? initial) : value;
  const attributes = product.attributes ?? mergeFacts(fromStoredAttributes(row?.attributes ?? null), product.facts ?? []);
  const optionName = keep(product.optionName, row?.option_name, null);
  const group = keep(product.group, row?.design_group, null);
  const category = keep(product.category, stored?.category, DEFAULT_CATEGORY);
  const collections = product.collections ?? stored?.collections ?? [];
  const variantNames = product.variants.map(({ variation }) => variation);
  return {
    columns: {
      name: product.name,
      description: keep(product.description, row?.description, ''),
      brand: keep(product.brand, row?.brand, null),
      keywords: keep(product.keywords, row?.keywords, ''),
      country_of_origin: keep(product.countryOfOrigin, row?.country_of_origin, null),
      attributes: toStoredAttributes(attributes),
      design_group: group,
      design_label: group === null ? null : findColour(attributes, optionName, variantNames),
      size_guide: keep(product.sizeGuide, row?.size_guide, null),
      seo_title: keep(product.seoTitle, row?.seo_title, null),
      seo_description: keep(product.seoDescription, row?.seo_description, null),
      related: keep(product.related && (product.related.join(' ') || null), row?.related, null),
      gst_rate: keep(product.gstRate, row?.gst_rate, null),
      hsn: keep(product.hsn, row?.hsn, null),
      option_name: optionName,
    },
    category,
    collections: completeCollections(collections, category, stored?.collections),
    seller: completeSeller(product.seller, stored?.seller),
    createdAt: product.createdAt,
  };
}
