import { setImmediate } from 'node:timers/promises';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import type { Staff } from '#api/services/staff/staff-sessions.ts';
import { findActionOfForm, type StaffAction } from './action-results.ts';
import { settleEarlier, stageChanges } from './stage.ts';
import type { StagedChange } from './staged-change.ts';

/** Orders whose earlier changes are made in one transaction: checkouts wait no longer than these take. */
const BATCH_SIZE = 10;

/**
 * Stages a change of many orders. What is staged on them already is made first, in short transactions: one for all would keep checkouts waiting. When
 * the process ends in between, these changes are made, and the form can be sent again.
 */
export async function stageInBulk(
  db: Db,
  staff: Pick<Staff, 'staffId'>,
  orderNumbers: readonly string[],
  change: StagedChange,
  formId?: string,
): Promise<StaffAction> {
  const isRepeated = formId !== undefined && (await findActionOfForm(db, formId)) !== undefined;
  for (let from = 0; !isRepeated && from < orderNumbers.length; from += BATCH_SIZE) {
    await write(db, (tx) => settleEarlier(tx, orderNumbers.slice(from, from + BATCH_SIZE), change));
    // SQLite answers at once, so that no request would be read in between.
    await setImmediate();
  }
  return write(db, (tx) => stageChanges(tx, staff, orderNumbers, change, formId));
}
