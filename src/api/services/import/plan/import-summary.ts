import { MAX_ATTRIBUTE_NAME, MAX_ATTRIBUTE_VALUE } from '#api/services/catalogue/attributes.ts';
import { type ChangeCounts, zeroCounts } from '#api/services/import/plan/plan-variants.ts';
import type { BadRow } from '#api/services/import/read/imported-product.ts';
import type {
  LeftOutRow,
  LostProduct,
  ParsedCatalogue,
  ReadFile,
  SkippedProduct,
} from '#api/services/import/read/parsed-catalogue.ts';
import type { RowPosition } from '#api/services/import/read/product-spool.ts';
import { UNTRACKED_STOCK } from '#api/services/import/read/variant-of-row.ts';
import type { Repair } from '#api/services/import/report/repairs.ts';
import type { PictureSource } from '#api/services/pictures/picture-source.ts';
import { MAX_ATTRIBUTES } from '#lib/contract/limits.ts';
import type { ProductChange } from './describe-changes.ts';
import type { RefusedPicture } from './store-pictures.ts';

/** Result of an import or a dry run. */
export interface ImportSummary {
  /** Nothing is written when it is 'refused' (bad rows), 'unreadable' (a damaged file) or 'unconfirmed' (see `onSale`). */
  outcome: 'imported' | 'dry run' | 'refused' | 'unreadable' | 'unconfirmed';
  /** What each product file is, and how many products and variants were read from it. */
  files: ReadFile[];
  /** Rows read, without headers. */
  rows: number;
  /** Those of them that are imported: neither bad nor of a product not for sale. */
  importedRows: number;
  /** Products with rows that are not imported because of bad rows. */
  lost: LostProduct[];
  /** Rows of the files that are no products, such as those of totals. */
  leftOutRows: LeftOutRow[];
  repaired: Repair[];
  /** Columns of the files that are not read, and columns that they do not have, whose stored values are kept. */
  columns: { unread: string[]; absent: string[] };
  /**
   * Numbers of products on sale: `all`, those that the files do not have, and those that would be withdrawn or lose their description, brand,
   * category or pictures. More than `MAX_LOSING_SHARE` of them have to be confirmed by their number, and so has a CSV file that may have been cut off
   * in its last product, `cutAfter`.
   */
  onSale: { all: number; notInFiles: number; losing: number; mustConfirm: boolean; cutAfter?: string | undefined };
  /** What changes, product by product; in a dry run only. */
  changes: ProductChange[];
  products: ChangeCounts & { unchanged: number };
  variants: ChangeCounts;
  /** Products not for sale according to the file (draft, archived, unpublished, gift card). */
  skipped: SkippedProduct[];
  /**
   * `used`: pictures of the files' products and their sub-categories, 0 after a dry run. `taken`: pictures of new and changed products.
   * `stored`: those of them that did not exist before. `waiting`: pictures of the shop that are shown by a preview for now.
   */
  pictures: { used: number; taken: number; stored: number; waiting: number; refused: RefusedPicture[] };
  badRows: BadRow[];
  /** Rows with mojibake: repaired, or left unchanged because a repair would be a guess. */
  damaged: { repaired: RowPosition[]; left: RowPosition[] };
  /** Notes for the owner on how ambiguous data was read. */
  notes: string[];
}

/** The share of the products on sale that an import withdraws or empties without confirmation. */
export const MAX_LOSING_SHARE = 1 / 5;

export const pluralise = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

const MAX_LISTED = 10;

/** The first texts, and how many there are besides. */
const listFirst = (texts: readonly string[], separator: string): string =>
  texts.slice(0, MAX_LISTED).join(separator) + (texts.length > MAX_LISTED ? ` and ${texts.length - MAX_LISTED} more` : '');

/** "a.csv line 3, 7; b.csv line 2 and 5 more". */
export function formatPositions(lines: readonly RowPosition[]): string {
  const byFile = Map.groupBy(lines.slice(0, MAX_LISTED), ({ file }) => file);
  const named = [...byFile].map(([file, some]) => `${file} line ${some.map(({ line }) => line).join(', ')}`).join('; ');
  return lines.length > MAX_LISTED ? `${named} and ${lines.length - MAX_LISTED} more` : named;
}

/** Sentences about decisions where the files were ambiguous. */
function describeDecisions({
  counts,
  damaged: { repaired, left },
  dropped,
  leftOut,
  handlesWithSigns,
}: ParsedCatalogue): string[] {
  const variants = (n: number) => pluralise(n, 'variant has', 'variants have');
  const lost = (['link', 'picture', 'film'] as const).flatMap((what) => {
    const n = dropped[`${what}s`];
    return n > 0 ? [pluralise(n, what, `${what}s`)] : [];
  });
  const handles = handlesWithSigns.list().map(({ handle, slug }) => `${handle} is now ${slug}`);
  const sentences: [count: number, sentence: string][] = [
    [counts.uncounted, `${variants(counts.uncounted)} no stock tracking in the file: their stock is set to ${UNTRACKED_STOCK}.`],
    [counts.negativeStock, `${variants(counts.negativeStock)} negative stock in the file, which counts as sold out.`],
    [
      counts.withoutStock,
      'The file has no stock column: existing stock is kept, and new variants are sold out. Import the inventory export too (in Shopify: Products, Inventory, Export), or set stock with "stock".',
    ],
    [
      counts.emptyStock,
      `${variants(counts.emptyStock)} no stock in the file: existing stock is kept, and new variants are sold out.`,
    ],
    [
      counts.invalidBarcodes,
      `${pluralise(counts.invalidBarcodes, 'barcode is', 'barcodes are')} no GTIN (wrong length or check digit): stored, but left out of the product feed.`,
    ],
    [lost.length, `Descriptions have ${lost.join(', ')} that product pages do not show; their texts stay.`],
    [
      leftOut.facts,
      `${pluralise(leftOut.facts, 'fact is', 'facts are')} left out: a product can have ${MAX_ATTRIBUTES}, each with a name of ${MAX_ATTRIBUTE_NAME} and a value of ${MAX_ATTRIBUTE_VALUE} characters.`,
    ],
    [
      leftOut.related,
      `${pluralise(leftOut.related, 'related product is', 'related products are')} in neither the file nor the shop: they are shown once they are.`,
    ],
    [
      handles.length,
      `${pluralise(handles.length, 'handle has signs', 'handles have signs')} that a web address leaves out: ${listFirst(handles, ', ')}.`,
    ],
    [
      repaired.length,
      `${pluralise(repaired.length, 'row', 'rows')} had characters damaged by a wrong encoding, which were repaired: ${formatPositions(repaired)}.`,
    ],
    [
      left.length,
      `${pluralise(left.length, 'row has', 'rows have')} characters that a wrong encoding may have damaged, which were left unchanged: ${formatPositions(left)}.`,
    ],
  ];
  return sentences.flatMap(([count, sentence]) => (count > 0 ? [sentence] : []));
}

/** A sentence about products that have another handle than before; undefined without any. */
export function describeRenames(renames: ReadonlyMap<string, string>): string | undefined {
  if (renames.size === 0) return undefined;
  const listed = [...renames].map(([slug, old]) => `${old} → ${slug}`);
  const products = pluralise(renames.size, 'product has a new handle', 'products have new handles');
  return `${products}; the old addresses lead to the new ones: ${listFirst(listed, ', ')}.`;
}

/** A sentence about pictures that were found by an SKU in their name; undefined without any. */
export function describePicturesBySku({ products, pictures }: { products: number; pictures: number }): string | undefined {
  if (products === 0) return undefined;
  const found = `${pluralise(pictures, 'picture was', 'pictures were')} found by the SKU in their name`;
  return `${found}, for ${pluralise(products, 'product', 'products')} without a picture in the file.`;
}

/** A sentence about files of a folder that several web addresses got; undefined without any. */
export function describeSharedFiles(files: ReturnType<PictureSource['sharedFiles']>): string | undefined {
  if (files.length === 0) return undefined;
  const listed = files.map(({ file, addresses }) => `${file} (${listFirst(addresses, ', ')})`);
  const pictures = pluralise(files.length, 'picture is', 'pictures are');
  return `${pictures} used for several addresses: ${listFirst(listed, '; ')}. If they should differ, keep each in folders named as in its address.`;
}

/** The summary of an import without product files. */
export const emptySummary = (outcome: ImportSummary['outcome']): ImportSummary => ({
  outcome,
  files: [],
  rows: 0,
  importedRows: 0,
  lost: [],
  leftOutRows: [],
  repaired: [],
  columns: { unread: [], absent: [] },
  onSale: { all: 0, notInFiles: 0, losing: 0, mustConfirm: false },
  changes: [],
  products: { ...zeroCounts(), unchanged: 0 },
  variants: zeroCounts(),
  skipped: [],
  pictures: { used: 0, taken: 0, stored: 0, waiting: 0, refused: [] },
  badRows: [],
  damaged: { repaired: [], left: [] },
  notes: [],
});

/** The summary of the parsed files, before anything is written. */
export const summariseImport = (collected: ParsedCatalogue, outcome: ImportSummary['outcome']): ImportSummary => ({
  ...emptySummary(outcome),
  files: collected.files,
  rows: collected.rows,
  importedRows: collected.rows - collected.notForSaleRows - collected.lost.total,
  lost: collected.lost.products(),
  leftOutRows: collected.leftOutRows,
  repaired: collected.repairs.list(),
  columns: { unread: [...collected.columns.unread], absent: [...collected.columns.absent] },
  skipped: collected.skipped,
  badRows: collected.badRows,
  damaged: collected.damaged,
  notes: describeDecisions(collected),
});
