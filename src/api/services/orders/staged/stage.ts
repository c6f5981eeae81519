import { lockCustomers } from '#api/database/locks.ts';
import { insertInBatches } from '#api/database/row-batches.ts';
import type { Tx } from '#api/database/schema/engine.ts';
import { recordAudit } from '#api/services/audit.ts';
import { normaliseOrderNumber } from '#api/services/order-number.ts';
import { type Staff, staffActor } from '#api/services/staff/staff-sessions.ts';
import { STAFF_UNDO_MINUTES } from '#lib/contract/lifetimes.ts';
import { ORDER_DELIVERED, type OrderStatus } from '#lib/contract/order-status.ts';
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
import { applyStaged } from './apply-staged.ts';
import { type OrderState, refuseChange } from './refuse-change.ts';
import { type StagedChange, statusAfter } from './staged-change.ts';

/** Staff can undo what they did for so long, in milliseconds. */
export const STAFF_UNDO_MS = STAFF_UNDO_MINUTES * MINUTE_MS;

/** Whose action it is. */
type Actor = Pick<Staff, 'staffId'>;

/** Locks the customers of orders, in one fixed order. */
async function lockCustomersOf(tx: Tx, orderIds: readonly number[]): Promise<void> {
  const rows = await tx.selectFrom('orders').select('customer_id').distinct().where('id', 'in', orderIds).execute();
  await lockCustomers(
    tx,
    rows.map(({ customer_id }) => customer_id),
  );
}

/** Orders with what decides about their changes, and what is staged on them. */
const readStates = (tx: Tx, orderIds: readonly number[]) =>
  tx
    .selectFrom('orders')
    .leftJoin('staged_change', 'staged_change.order_id', 'orders.id')
    .leftJoin('staff_action', 'staff_action.id', 'staged_change.action_id')
    .leftJoin('remitted_order', 'remitted_order.order_id', 'orders.id')
    .select(['orders.id', 'order_number', 'checkout_id', 'orders.status', 'payment_method', 'payment_status', 'packed_at'])
    .select(['action_id', 'staged_change.status as staged_status', 'staged_change.kind as staged_kind', 'change'])
    .select(['staff_action.made_at', 'staff_action.staff_id', 'remitted_order.remitted'])
    .select(({ selectFrom }) =>
      selectFrom('order_event')
        .select(({ fn }) => fn.max('at').as('at'))
        .whereRef('order_event.order_id', '=', 'orders.id')
        .where('order_event.status', '=', ORDER_DELIVERED)
        .as('delivered_at'),
    )
    .where('orders.id', 'in', orderIds)
    .orderBy('orders.id')
    .execute();

type StateRow = Awaited<ReturnType<typeof readStates>>[number];

/** The state without what is staged. */
const toState = ({ status, packed_at, delivered_at, remitted }: StateRow): OrderState => ({
  isRemitted: (remitted ?? 0) > 0,
  status: status as OrderStatus,
  isPacked: packed_at !== null,
  deliveredAt: delivered_at ?? undefined,
});

/** The state as the lists of staff show it. */
const toShownState = (row: StateRow): OrderState => ({
  status: (row.staged_status ?? row.status) as OrderStatus,
  isPacked: row.packed_at !== null || row.staged_kind === 'pack',
  deliveredAt: (row.staged_kind === 'deliver' ? row.made_at : row.delivered_at) ?? undefined,
  isRemitted: (row.remitted ?? 0) > 0,
});

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
