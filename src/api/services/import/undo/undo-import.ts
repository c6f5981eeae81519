import type { Db } from '#api/database/schema/engine.ts';
import type { CategoryImageChange } from '#api/services/import/apply/category-images.ts';
import { discardRun, runImport } from '#api/services/import/interrupted-import.ts';
import { type ImportPlan, type StagedItem, StagingTable } from '#api/services/import/plan/staging-table.ts';
import { commandPacing } from '#api/services/import/run/adaptive-batches.ts';
import type { KeptChange } from './plan-restores.ts';
import { readLastImport, readRecords } from './undo-records.ts';

/** Result of taking an import back. */
export interface UndoSummary {
  outcome: 'undone' | 'nothing to undo';
  /** When the import began (ISO 8601); '' when there is none. */
  importedAt: string;
  /** Products that got former values or came back on sale, and that were withdrawn because the import had added them. */
  products: { restored: number; withdrawn: number };
  /** What was sold or edited since. */
  kept: KeptChange[];
}

/**
 * Takes the last import back: withdraws the products that it added, and gives the others their former values, except those changed since. Stock
 * sold since stays sold. Stages the changes and applies them like an import, so that it is completed when it is interrupted. Throws
 * `ImportInProgress` while an import runs.
 */
export const undoLastImport = (db: Db, onProgress?: (done: number, total: number) => void): Promise<UndoSummary> =>
  runImport(db, async ({ owner, apply }) => {
    const last = await readLastImport(db);
    if (!last) {
      await discardRun(db, owner, commandPacing);
      return { outcome: 'nothing to undo', importedAt: '', products: { restored: 0, withdrawn: 0 }, kept: [] };
    }
    const stage = new StagingTable(db, owner);
    for await (const items of readRecords(db, last.started_at))
      await stage.add(
        items.map(({ seq, slug, record }): StagedItem => ({ slug, change: record.isNew ? null : { restore: record, seq } })),
      );
    const images = JSON.parse(last.images) as CategoryImageChange[];
    const undo = { startedAt: last.started_at, images: images.map(({ id, from, to }) => ({ id, from: to, to: from })) };
    const plan: ImportPlan = { categories: [], dropped: [], undo };
    const { products, kept } = await apply(stage, plan, onProgress);
    const counts = { restored: products.changed, withdrawn: products.withdrawn };
    return { outcome: 'undone', importedAt: last.started_at, products: counts, kept };
  });
