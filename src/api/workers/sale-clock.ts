import { setTimeout } from 'node:timers/promises';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { applyDueSales, hasDueSales } from '#api/services/sales/apply-due-sales.ts';

/** Pause after a transaction, in milliseconds. */
const PAUSE_MS = 20;

/** Begins and ends all sales whose time has come, in short transactions. */
export async function applyAllDueSales(db: Db, stopping?: AbortSignal): Promise<void> {
  while (!stopping?.aborted && (await hasDueSales(db))) {
    await write(db, applyDueSales);
    await setTimeout(PAUSE_MS);
  }
}
