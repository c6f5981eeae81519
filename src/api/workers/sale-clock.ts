import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { type Pacing, runInBatches } from '#api/services/import/run/adaptive-batches.ts';
import { applyDueSales, hasDueSales } from '#api/services/sales/apply-due-sales.ts';

/** Begins and ends all sales whose time has come, in short transactions. */
export async function applyAllDueSales(db: Db, pace: Pacing, stopping?: AbortSignal): Promise<void> {
  if (await hasDueSales(db)) await runInBatches(pace, (size) => write(db, (tx) => applyDueSales(tx, size)), stopping);
}
