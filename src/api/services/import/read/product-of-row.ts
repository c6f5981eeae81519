import { fitsAttribute, mergeFacts } from '#api/services/catalogue/attributes.ts';
import type { Column } from '#api/services/import/read/column-names.ts';
import type { ImportedProduct, PartialSeller } from '#api/services/import/read/imported-product.ts';
import type { Cells, KnownColumns } from '#api/services/import/read/match-columns.ts';
import { fitsProduct } from '#api/services/import/read/slugs.ts';
import { type CatalogueRow, toCategory, toDescription } from '#api/services/import/read/validate-row.ts';
import { toOptionName } from '#api/services/import/read/variant-of-row.ts';
import { MAX_ATTRIBUTES } from '#lib/contract/limits.ts';
import { foldName } from '#lib/rules/text.ts';

/** Who sells what a file has no seller for, and what the store itself is called. */
export interface SellerDefaults {
  /** What is undefined, existing products keep. */
  seller: PartialSeller;
  storeName: string | undefined;
}

/** Reads a row's seller, '' for the store itself; undefined parts are not in the file. */
export function readSeller(row: CatalogueRow, columns: KnownColumns, { seller, storeName }: SellerDefaults): PartialSeller {
  const normalise = (name: string): string => (storeName !== undefined && foldName(name) === foldName(storeName) ? '' : name);
  const named = row.seller || seller.name;
  return {
    name: named === undefined ? (columns.has('seller') ? '' : undefined) : normalise(named),
    kind: row.sellerKind ?? seller.kind ?? (columns.has('sellerKind') ? 'retailer' : undefined),
  };
}

/** Returns the product that a first row begins, without variants and pictures; counts in `leftOut` what it loses of its texts. */
export function startProduct(
  row: CatalogueRow,
  columns: KnownColumns,
  seller: PartialSeller,
  leftOut: LeftOutTexts,
): ImportedProduct {
  const hasCategory = columns.has('type') || row.productCategory !== '';
  return {
    slug: row.handle,
    ...(row.oldHandles.length > 0 && { oldSlugs: row.oldHandles }),
    name: row.title,
    description: columns.has('body') ? toDescription(row) : undefined,
    brand: columns.has('vendor') ? row.vendor || null : undefined,
    category: hasCategory ? toCategory(row) : undefined,
    collections: columns.has('collections') ? row.collections : undefined,
    categoryPicture: row.categoryImage || undefined,
    keywords: columns.has('tags') ? row.tags : undefined,
    seller: seller,
    countryOfOrigin: columns.has('country') ? row.country || null : undefined,
    ...readProductTexts(row, columns, leftOut),
    group: columns.has('group') ? row.group || null : undefined,
    sizeGuide: columns.has('sizeGuide') ? row.sizeGuide || null : undefined,
    gstRate: columns.has('gstRate') ? (row.gstRate ?? null) : undefined,
    hsn: columns.has('hsn') ? row.hsn || null : undefined,
    createdAt: row.created,
    optionName: toOptionName(row, columns),
    variants: [],
    pictures: [],
    keepsPictures: !columns.has('image'),
    keepsAlts: !columns.has('imageAlt'),
    partial: false,
  };
}

/** Why the first row of a product says it is not for sale; undefined when it is. */
export function findSkipReason(cells: Cells): string | undefined {
  const status = cells.status.toLowerCase();
  if (status !== '' && status !== 'active') return status;
  if (/^(?:false|no|0)$/i.test(cells.published)) return 'unpublished';
  if (/^(?:true|yes|1)$/i.test(cells.giftCard)) return 'gift card';
  return undefined;
}

/** The position of a picture without one in the file. */
const LAST_POSITION = Number.MAX_SAFE_INTEGER;

/** Adds a row's pictures, and its variant's picture, which goes last unless another row gives its position. */
export function addRowPictures(product: ImportedProduct, row: CatalogueRow, more: readonly string[] = []): void {
  const find = (source: string) => product.pictures.find((picture) => picture.source === source);
  if (row.image) {
    const place = { alt: row.imageAlt, position: row.imagePosition ?? product.pictures.length + 1 };
    const existing = find(row.image);
    if (!existing) product.pictures.push({ source: row.image, ...place });
    else if (existing.position === LAST_POSITION) Object.assign(existing, place);
  }
  for (const source of more) if (!find(source)) product.pictures.push({ source, alt: '', position: product.pictures.length + 1 });
  if (row.variantImage && !find(row.variantImage))
    product.pictures.push({ source: row.variantImage, alt: '', position: LAST_POSITION });
}

/** What was left out of products, for the notes of the summary. */
export interface LeftOutTexts {
  /** Facts that are too long, or too many. */
  facts: number;
  /** Related products that neither the files nor the shop have. */
  related: number;
}

type ProductTexts = Pick<ImportedProduct, 'attributes' | 'facts' | 'seoTitle' | 'seoDescription' | 'related' | 'oldAddresses'>;

/** Facts of columns of their own as far as they fit beside `others`, which the column of all facts has. */
function limitFacts(row: CatalogueRow, others: number, leftOut: LeftOutTexts): CatalogueRow['facts'] {
  const known = new Set(row.attributes.map(({ name }) => name.toLowerCase()));
  const fitting = row.facts.filter((fact) => fitsAttribute(fact) && !(others > 0 && known.has(fact.name.toLowerCase())));
  leftOut.facts += row.facts.filter((fact) => !fitsAttribute(fact)).length;
  let room = MAX_ATTRIBUTES - others;
  return fitting.filter(({ value }) => {
    if (value === '') return true;
    if (room <= 0) leftOut.facts++;
    return room-- > 0;
  });
}

/** The facts and texts of a product's first row; what the file does not have is undefined. Adds to `leftOut`. */
export function readProductTexts(
  row: CatalogueRow,
  columns: { has(column: Column): boolean },
  leftOut: LeftOutTexts,
): ProductTexts {
  const hasAll = columns.has('attributes');
  const facts = limitFacts(row, hasAll ? row.attributes.length : 0, leftOut);
  const oldAddresses = row.oldAddresses.filter((address) => address !== '');
  return {
    attributes: hasAll ? mergeFacts(row.attributes, facts) : undefined,
    facts: hasAll || facts.length === 0 ? undefined : facts,
    seoTitle: columns.has('seoTitle') ? row.seoTitle || null : undefined,
    seoDescription: columns.has('seoDescription') ? row.seoDescription || null : undefined,
    related: columns.has('related') ? row.related.filter((slug) => slug !== row.handle && fitsProduct(slug)) : undefined,
    ...(oldAddresses.length > 0 && { oldAddresses }),
  };
}
