import type { BadRow } from '#api/services/import/read/imported-product.ts';
import type { ParsedCatalogue, SkippedProduct } from '#api/services/import/read/product-collector.ts';
import type { RowPosition } from '#api/services/import/read/product-spool.ts';
import { UNTRACKED_STOCK } from '#api/services/import/read/variant-of-row.ts';
import { type ChangeCounts, zeroCounts } from './change-counts.ts';
import type { RefusedPicture } from './store-pictures.ts';

/** Result of an import or a dry run. */
export interface ImportSummary {
  /** Nothing is written when it is 'refused' (bad rows) or 'unreadable' (a damaged file). */
  outcome: 'imported' | 'dry run' | 'refused' | 'unreadable';
  /** Rows read, without headers. */
  rows: number;
  products: ChangeCounts & { unchanged: number };
  variants: ChangeCounts;
  /** Products not for sale according to the file (draft, archived, unpublished, gift card). */
  skipped: SkippedProduct[];
  /**
   * `used`: pictures of the files' products and their sub-categories, 0 after a dry run. `taken`: pictures of new and changed products.
   * `stored`: those of them that did not exist before.
   */
  pictures: { used: number; taken: number; stored: number; refused: RefusedPicture[] };
  badRows: BadRow[];
  /** Rows with mojibake: repaired, or left unchanged because a repair would be a guess. */
  damaged: { repaired: RowPosition[]; left: RowPosition[] };
  /** Notes for the owner on how ambiguous data was read. */
  notes: string[];
}

const pluralise = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** The most lines listed in a note. */
const MAX_LISTED = 10;

/** "a.csv line 3, 7; b.csv line 2 and 5 more". */
function formatPositions(lines: readonly RowPosition[]): string {
  const byFile = Map.groupBy(lines.slice(0, MAX_LISTED), ({ file }) => file);
  const named = [...byFile].map(([file, some]) => `${file} line ${some.map(({ line }) => line).join(', ')}`).join('; ');
  return lines.length > MAX_LISTED ? `${named} and ${lines.length - MAX_LISTED} more` : named;
}

/** Sentences about decisions where the files were ambiguous. */
function describeDecisions({ counts, damaged }: ParsedCatalogue): string[] {
  const notes: string[] = [];
  if (counts.uncounted) {
    const variants = pluralise(counts.uncounted, 'variant has', 'variants have');
    notes.push(`${variants} no stock tracking in the file: their stock is set to ${UNTRACKED_STOCK}.`);
  }
  if (counts.negativeStock) {
    const variants = pluralise(counts.negativeStock, 'variant has', 'variants have');
    notes.push(`${variants} negative stock in the file, which counts as sold out.`);
  }
  if (counts.withoutStock)
    notes.push('The file has no stock column: existing stock is kept, and new variants are sold out. Set stock with "stock".');
  if (counts.emptyStock) {
    const variants = pluralise(counts.emptyStock, 'variant has', 'variants have');
    notes.push(`${variants} no stock in the file: existing stock is kept, and new variants are sold out.`);
  }
  const { repaired, left } = damaged;
  if (repaired.length > 0)
    notes.push(
      `${pluralise(repaired.length, 'row', 'rows')} had characters damaged by a wrong encoding, which were repaired: ${formatPositions(repaired)}.`,
    );
  if (left.length > 0)
    notes.push(
      `${pluralise(left.length, 'row has', 'rows have')} characters that a wrong encoding may have damaged, which were left unchanged: ${formatPositions(left)}.`,
    );
  return notes;
}

/** The summary of the parsed files, before anything is written. */
export const summariseImport = (collected: ParsedCatalogue, outcome: ImportSummary['outcome']): ImportSummary => ({
  outcome,
  rows: collected.rows,
  products: { ...zeroCounts(), unchanged: 0 },
  variants: zeroCounts(),
  skipped: collected.skipped,
  pictures: { used: 0, taken: 0, stored: 0, refused: [] },
  badRows: collected.badRows,
  damaged: collected.damaged,
  notes: describeDecisions(collected),
});
