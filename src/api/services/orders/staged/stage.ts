import { lockCustomers } from '#api/database/locks.ts';
import { insertInBatches } from '#api/database/row-batches.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { recordAudit } from '#api/services/audit.ts';
import { issueInvoice } from '#api/services/invoices/issue-invoice.ts';
import { normaliseOrderNumber } from '#api/services/order-number.ts';
import { applyStatus, correctDelivered, type LockedOrder } from '#api/services/orders/apply-status.ts';
import { Refusal } from '#api/services/refusal.ts';
import { type Staff, staffActor } from '#api/services/staff/staff-sessions.ts';
import { STAFF_UNDO_MINUTES } from '#lib/contract/lifetimes.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { isoFromNow, isoNow, MINUTE_MS } from '#lib/rules/durations.ts';
import {
  changeResults,
  type DroppedChange,
  findAction,
  findActionOfForm,
  recordDropped,
  type StaffAction,
  type StagedResult,
} from './action-results.ts';
import { readStates, type StateRow, toShownState, toState } from './order-states.ts';
import { refuseChange, type StagedChange, statusAfter } from './staged-change.ts';

/** Staff can undo what they did for so long, in milliseconds. */
export const STAFF_UNDO_MS = STAFF_UNDO_MINUTES * MINUTE_MS;

type Actor = Pick<Staff, 'staffId'>;

async function lockCustomersOf(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const rows = await tx.selectFrom('orders').select('customer_id').distinct().where('id', 'in', orderIds).execute();
  await lockCustomers(
    tx,
    rows.map(({ customer_id }) => customer_id),
  );
}

/**
 * Makes a change that was staged. "Packed" is a mark with time and name, at which the invoice is issued, so that it can go into the parcel.
 * Expects the customer to be locked and the order to allow the change.
 */
async function applyStaged(
  tx: Tx,
  order: LockedOrder,
  change: StagedChange,
  { staffId, at }: { staffId: number; at: string },
): Promise<void> {
  if (change.kind === 'pack') {
    await tx.updateTable('orders').set({ packed_at: at, packed_by: staffId }).where('id', '=', order.id).execute();
    await issueInvoice(tx, order.id);
    return;
  }
  if (change.kind === 'correct') return correctDelivered(tx, order, change);
  const status = statusAfter(change);
  if (!status) return;
  await applyStatus(tx, order, {
    status,
    ...('reason' in change && { reason: change.reason }),
    ...('shipment' in change && { shipment: change.shipment }),
    ...('restock' in change && { restock: change.restock }),
  });
}

/**
 * Applies at once what is staged on orders, which ends its Undo. For every change of orders that comes from elsewhere, and for what leaves the
 * shop, such as a printed invoice. What an order no longer allows is dropped, which the action's results say. Locks the customers of the orders.
 */
export async function settleStaged(tx: Tx, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  await lockCustomersOf(tx, orderIds);
  const staged = await tx.selectFrom('staged_change').select('order_id').where('order_id', 'in', orderIds).execute();
  if (staged.length === 0) return;
  const ids = staged.map(({ order_id }) => order_id);
  const dropped: DroppedChange[] = [];
  for (const row of await readStates(tx, ids)) {
    const { action_id, change, made_at, staff_id } = row;
    if (action_id === null || change === null || made_at === null || staff_id === null) continue;
    const parsed = JSON.parse(change) as StagedChange;
    const reason = refuseChange(parsed.kind, toState(row));
    if (reason === undefined) await applyStaged(tx, row, parsed, { staffId: staff_id, at: made_at });
    else dropped.push({ action_id, order_number: row.order_number, reason });
  }
  await tx.deleteFrom('staged_change').where('order_id', 'in', ids).execute();
  await recordDropped(tx, dropped);
}

/** Orders by their numbers; what is staged on those that `isAllowed` is applied, as a second change ends the Undo of the first. */
async function readOrders(tx: Tx, numbers: readonly string[], isAllowed: (row: StateRow) => boolean): Promise<StateRow[]> {
  const found = await tx.selectFrom('orders').select('id').where('order_number', 'in', numbers).execute();
  const ids = found.map(({ id }) => id);
  if (ids.length === 0) return [];
  await lockCustomersOf(tx, ids);
  const rows = await readStates(tx, ids);
  const earlier = rows.filter((row) => row.action_id !== null && isAllowed(row));
  if (earlier.length === 0) return rows;
  await settleStaged(
    tx,
    earlier.map(({ id }) => id),
  );
  return readStates(tx, ids);
}

/** Makes what is staged on orders, given by number, that allow another change. */
export async function settleEarlier(tx: Tx, orderNumbers: readonly string[], { kind }: StagedChange): Promise<void> {
  await readOrders(tx, orderNumbers.map(normaliseOrderNumber), (row) => refuseChange(kind, toShownState(row)) === undefined);
}

/** What is staged on an order, for the audit log: its status before and after, and the mark "packed". */
const describeChange = (row: StateRow, change: StagedChange) => ({
  before: change.kind === 'pack' ? 'not packed' : row.status,
  after: statusAfter(change) ?? 'packed',
});

/**
 * Stages a change of each of these orders, given by number: lists of staff show it at once, and it is made when its Undo is over. Until then
 * nothing leaves the shop. An order that does not allow the change is left as it is, with a reason. A form that is sent again with
 * the same orders does nothing and gets what it did first. The change may depend on the order.
 */
export async function stageChanges(
  tx: Tx,
  staff: Actor,
  orderNumbers: readonly string[],
  change: StagedChange | ((orderNumber: string) => StagedChange),
  formId?: string,
): Promise<StaffAction> {
  const earlier = formId === undefined ? undefined : await findActionOfForm(tx, formId);
  const changeOf = typeof change === 'function' ? change : () => change;
  const numbers = [...new Set(orderNumbers.map(normaliseOrderNumber))];
  if (earlier && numbers.every((number) => earlier.results.some(({ order }) => order === number))) return earlier;
  const rows = await readOrders(
    tx,
    numbers,
    (row) => refuseChange(changeOf(row.order_number).kind, toShownState(row)) === undefined,
  );
  const byNumber = new Map(rows.map((row) => [row.order_number, row]));
  const results = numbers.map((order): StagedResult => {
    const row = byNumber.get(order);
    const reason = row ? refuseChange(changeOf(order).kind, toShownState(row)) : 'There is no such order.';
    return { order, ok: reason === undefined, ...(reason !== undefined && { reason }) };
  });
  const accepted = results.flatMap(({ order, ok }) => (ok ? (byNumber.get(order) ?? []) : []));
  const action = {
    staff_id: staff.staffId,
    kind: changeOf(numbers[0] ?? '').kind,
    // A list of which a part was refused is corrected and sent again in the same form.
    form_id: earlier ? null : (formId ?? null),
    made_at: isoNow(),
    due_at: isoFromNow(STAFF_UNDO_MS),
  };
  const { id } = await tx
    .insertInto('staff_action')
    .values({ ...action, results: JSON.stringify(results) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const staged = accepted.map((row) => {
    const own = changeOf(row.order_number);
    const status = statusAfter(own) ?? null;
    return { order_id: row.id, action_id: id, kind: own.kind, status, change: JSON.stringify(own), due_at: action.due_at };
  });
  await insertInBatches(staged, (batch) => tx.insertInto('staged_change').values(batch).execute());
  for (const row of accepted) {
    const own = changeOf(row.order_number);
    await recordAudit(tx, {
      actor: staffActor(staff),
      action: `order ${own.kind}`,
      subject: `order:${row.order_number}`,
      detail: describeChange(row, own),
    });
  }
  return { id, kind: action.kind, made_at: action.made_at, due_at: action.due_at, results };
}

/** Stages a change of one order. Throws a `Refusal` (409) with the reason when the order does not allow it. */
export async function stageOne(
  tx: Tx,
  staff: Actor,
  order_number: string,
  change: StagedChange,
  formId: string | undefined,
): Promise<{ order_number: string; action_id: number }> {
  const { id, results } = await stageChanges(tx, staff, [order_number], change, formId);
  const refused = results.find(({ ok }) => !ok);
  if (refused) throw new Refusal(409, refused.reason ?? failure.orderNotCancellable);
  return { order_number, action_id: id };
}

/**
 * Takes back what an action has staged and that is not made yet; any member of staff may. Returns the action, whose results say of each order
 * whether it was undone; undefined for an unknown one.
 */
export async function undoStaged(tx: Tx, staff: Actor, actionId: number): Promise<StaffAction | undefined> {
  const action = await findAction(tx, actionId);
  if (!action) return undefined;
  const ofAction = tx.selectFrom('staged_change').select('order_id').where('action_id', '=', actionId);
  const ids = (await ofAction.execute()).map(({ order_id }) => order_id);
  if (ids.length > 0) await lockCustomersOf(tx, ids);
  const undone = await tx.deleteFrom('staged_change').where('action_id', '=', actionId).returning('order_id').execute();
  const rows =
    undone.length === 0
      ? []
      : await tx
          .selectFrom('orders')
          .select('order_number')
          .where(
            'id',
            'in',
            undone.map(({ order_id }) => order_id),
          )
          .execute();
  const numbers = new Set(rows.map(({ order_number }) => order_number));
  for (const order_number of numbers) {
    await recordAudit(tx, {
      actor: staffActor(staff),
      action: `order ${action.kind} undone`,
      subject: `order:${order_number}`,
    });
  }
  return changeResults(tx, actionId, (result) => {
    if (numbers.has(result.order)) return { ...result, undone: true };
    return result.ok && !result.undone ? { ...result, undone: false, reason: 'It is too late to undo this.' } : result;
  });
}
