import { lockRows } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { STAFF_ACTION_RETENTION_DAYS } from '#api/services/retention.ts';
import { DAY_MS, isoAgo } from '#lib/rules/durations.ts';
import type { StagedKind } from './staged-change.ts';

export interface StagedResult {
  order: string;
  ok: boolean;
  /** Why nothing was done, or could not be undone. */
  reason?: string;
  undone?: boolean;
}

export interface StaffAction {
  id: number;
  kind: StagedKind;
  made_at: string;
  /** Until then it can be undone. */
  due_at: string;
  results: StagedResult[];
}

const columns = ['id', 'kind', 'made_at', 'due_at', 'results'] as const;

const toAction = (row: { id: number; kind: string; made_at: string; due_at: string; results: string }): StaffAction => ({
  ...row,
  kind: row.kind as StagedKind,
  results: JSON.parse(row.results) as StagedResult[],
});

/** What a member of staff did, by its id; undefined for an unknown one. */
export async function findAction(db: Db, id: number): Promise<StaffAction | undefined> {
  const row = await db.selectFrom('staff_action').select(columns).where('id', '=', id).executeTakeFirst();
  return row && toAction(row);
}

/** What the form of a member of staff has done already. */
export async function findActionOfForm(db: Db, formId: string): Promise<StaffAction | undefined> {
  const row = await db.selectFrom('staff_action').select(columns).where('form_id', '=', formId).executeTakeFirst();
  return row && toAction(row);
}

/** Changes the results of orders in an action. Locks it, as several processes may apply its changes. */
export async function changeResults(
  tx: Tx,
  actionId: number,
  change: (result: StagedResult) => StagedResult,
): Promise<StaffAction | undefined> {
  const query = tx.selectFrom('staff_action').select(columns).where('id', '=', actionId);
  const row = await lockRows(tx, query).executeTakeFirst();
  if (!row) return undefined;
  const action = toAction(row);
  const results = action.results.map(change);
  await tx
    .updateTable('staff_action')
    .set({ results: JSON.stringify(results) })
    .where('id', '=', actionId)
    .execute();
  return { ...action, results };
}

/** A staged change that is not made after all. */
export interface DroppedChange {
  action_id: number;
  order_number: string;
  reason: string;
}

/** Records in the results of their actions that changes were not made. */
export async function recordDropped(tx: Tx, dropped: readonly DroppedChange[]): Promise<void> {
  const byAction = [...Map.groupBy(dropped, ({ action_id }) => action_id)].toSorted(([a], [b]) => a - b);
  for (const [id, ofAction] of byAction) {
    const reasons = new Map(ofAction.map(({ order_number, reason }) => [order_number, reason]));
    await changeResults(tx, id, (result) => {
      const reason = reasons.get(result.order);
      return reason === undefined ? result : { ...result, ok: false, reason };
    });
  }
}

/** Removes what is staged on orders without applying it, and records why. Expects their customers to be locked. */
export async function dropStaged(tx: Tx, orderIds: readonly number[], reason: string): Promise<void> {
  const dropped = await tx
    .selectFrom('staged_change')
    .innerJoin('orders', 'orders.id', 'order_id')
    .select(['action_id', 'order_number'])
    .where('order_id', 'in', orderIds)
    .execute();
  if (dropped.length === 0) return;
  await tx.deleteFrom('staged_change').where('order_id', 'in', orderIds).execute();
  await recordDropped(
    tx,
    dropped.map((row) => ({ ...row, reason })),
  );
}

/** Deletes what staff did some days ago, unless a change of it is still to be made. */
export async function purgeStaffActions(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('staff_action')
    .where('made_at', '<', isoAgo(STAFF_ACTION_RETENTION_DAYS * DAY_MS))
    .where('id', 'not in', ({ selectFrom }) => selectFrom('staged_change').select('action_id'))
    .execute();
}
