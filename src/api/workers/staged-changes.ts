import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { latestExpiry } from '#api/services/clock-skew.ts';
import { dropStaged } from '#api/services/orders/staged/action-results.ts';
import { STAFF_UNDO_MS, settleStaged } from '#api/services/orders/staged/stage.ts';
import { Refusal } from '#api/services/refusal.ts';
import { isoFromNow, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';

/** Changes that are read at once, and how long one waits that could not be made, in milliseconds. */
const [BATCH_SIZE, RETRY_DELAY_MS] = [100, MINUTE_MS];

/** Changes whose Undo is over. One that is due implausibly late was staged while the clock was ahead. */
const selectDue = (db: Db) =>
  db
    .selectFrom('staged_change')
    .select('order_id')
    .where(({ or, eb }) => or([eb('due_at', '<=', isoNow()), eb('due_at', '>', latestExpiry(STAFF_UNDO_MS))]))
    .orderBy('due_at')
    .orderBy('order_id')
    .limit(BATCH_SIZE);

async function applyOne(db: Db, orderId: number): Promise<unknown> {
  try {
    await write(db, (tx) => settleStaged(tx, [orderId]));
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) {
      await write(db, (tx) => dropStaged(tx, [orderId], error.message));
      return undefined;
    }
    const later = { due_at: isoFromNow(RETRY_DELAY_MS) };
    await write(db, (tx) => tx.updateTable('staged_change').set(later).where('order_id', '=', orderId).execute());
    return error;
  }
}

/**
 * Makes all changes of orders whose Undo is over, each in a transaction of its own. Safe in several processes: a change is made and its row
 * deleted in one transaction, under the customer's lock. Throws the first error at the end; its change is tried again a minute later.
 */
export async function applyDueChanges(db: Db, stopping?: AbortSignal): Promise<void> {
  const errors: unknown[] = [];
  while (!stopping?.aborted) {
    const due = await selectDue(db).execute();
    for (const { order_id } of due) {
      if (stopping?.aborted) break;
      const error = await applyOne(db, order_id);
      if (error) errors.push(error);
    }
    if (due.length < BATCH_SIZE) break;
  }
  if (errors.length > 0) throw errors[0];
}
