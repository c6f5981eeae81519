import type { UndoSummary } from '#api/services/import/undo/undo-import.ts';
import { IMPORT_UNDO_DAYS } from '#api/services/retention.ts';
import { bold, dim, formatCount, formatIndianTime, green } from '#cli/output/print.ts';

/** Formats what taking an import back did, and what was kept because it was sold or edited since. */
export function describeUndo({ outcome, importedAt, products, kept }: UndoSummary): string {
  if (outcome === 'nothing to undo')
    return dim(
      `There is no import to take back: none changed anything in the last ${IMPORT_UNDO_DAYS} days, or it was taken back.`,
    );
  return [
    green(`Took back the import of ${formatIndianTime(importedAt)}.`),
    `  ${formatCount(products.restored, 'product')} as before, ${formatCount(products.withdrawn, 'added product')} withdrawn`,
    ...(kept.length > 0 ? [bold('Kept'), ...kept.map(({ slug, text }) => `  ${slug}: ${text}`)] : []),
  ].join('\n');
}
