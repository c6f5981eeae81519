import type { BadRow } from '#api/services/import/read/product.ts';
import type { ParsedCatalogue, SkippedProduct } from '#api/services/import/read/product-collector.ts';
import type { RowPosition } from '#api/services/import/read/product-spool.ts';
import { UNTRACKED_STOCK } from '#api/services/import/read/row.ts';
import type { VariantCounts } from './variants.ts';

/** What an import did, or would do. */
export interface ImportSummary {
  /** 'refused' when bad rows, 'unreadable' when a damaged file kept everything from being written. */
  outcome: 'imported' | 'dry run' | 'refused' | 'unreadable';
  /** Rows read, the headers not counted. */
  rows: number;
  products: { added: number; changed: number; unchanged: number; withdrawn: number };
  variants: VariantCounts;
  /** Products that the file itself keeps from sale (draft, archived, unpublished, gift card). */
  skipped: SkippedProduct[];
  /**
   * How many the files' products and their sub-categories show (0 after a dry run), how many were taken for new and changed products, and
   * how many of those were not stored before.
   */
  pictures: { used: number; taken: number; stored: number; refused: { picture: string; reason: string }[] };
  badRows: BadRow[];
  /** Rows with characters damaged by a wrong encoding: repaired, and left as they are because a repair would be a guess. */
  damaged: { repaired: RowPosition[]; left: RowPosition[] };
  /** What was decided for the owner, in sentences. */
  notes: string[];
}

const count = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;

/** Lines named in a note. */
const NAMED = 10;

/** "a.csv line 3, 7; b.csv line 2 and 5 more". */
function linesOf(lines: readonly RowPosition[]): string {
  const byFile = Map.groupBy(lines.slice(0, NAMED), ({ file }) => file);
  const named = [...byFile].map(([file, some]) => `${file} line ${some.map(({ line }) => line).join(', ')}`).join('; ');
  return lines.length > NAMED ? `${named} and ${lines.length - NAMED} more` : named;
}

/** Sentences about what the files left to us to decide. */
function notesOn({ counts, damaged }: ParsedCatalogue): string[] {
  const notes: string[] = [];
  if (counts.uncounted) {
    const what = count(counts.uncounted, 'variant is', 'variants are');
    notes.push(`${what} sold without counting stock in the file, and kept with a stock of ${UNTRACKED_STOCK}.`);
  }
  if (counts.negativeStock)
    notes.push(
      `${count(counts.negativeStock, 'variant has', 'variants have')} negative stock in the file, and counts as sold out.`,
    );
  if (counts.withoutStock)
    notes.push('The file has no stock column: stock stays as it is, and new variants begin sold out. Set it with "stock".');
  if (counts.emptyStock)
    notes.push(
      `${count(counts.emptyStock, 'variant has', 'variants have')} no stock in the file: it stays as it is, and new variants begin sold out.`,
    );
  const { repaired, left } = damaged;
  if (repaired.length > 0)
    notes.push(
      `${count(repaired.length, 'row', 'rows')} had characters damaged by a wrong encoding, which were repaired: ${linesOf(repaired)}.`,
    );
  if (left.length > 0)
    notes.push(
      `${count(left.length, 'row has', 'rows have')} characters that a wrong encoding may have damaged, left as they are: ${linesOf(left)}.`,
    );
  return notes;
}

/** A summary of what was read, before anything is written. */
export const summariseImport = (collected: ParsedCatalogue, outcome: ImportSummary['outcome']): ImportSummary => ({
  outcome,
  rows: collected.rows,
  products: { added: 0, changed: 0, unchanged: 0, withdrawn: 0 },
  variants: { added: 0, changed: 0, withdrawn: 0 },
  skipped: collected.skipped,
  pictures: { used: 0, taken: 0, stored: 0, refused: [] },
  badRows: collected.badRows,
  damaged: collected.damaged,
  notes: notesOn(collected),
});
