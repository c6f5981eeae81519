import { write } from '#api/database/transaction.ts';
import type { AdminHandlers } from '#api/handlers/call-context.ts';
import { toTimeOfDay } from '#api/services/indian-days.ts';
import { countOrders, findOrders, type OrderSearch } from '#api/services/orders/find/find-orders.ts';
import { listOrdersForStaff, readSellerChoices } from '#api/services/orders/find/list-orders.ts';
import { findAction, type StaffAction } from '#api/services/orders/staged/action-results.ts';
import { undoStaged } from '#api/services/orders/staged/stage.ts';
import { stageInBulk } from '#api/services/orders/staged/stage-in-bulk.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { Staff } from '#api/services/staff/staff-sessions.ts';
import { type adminOrdersCall, type OrderTab, orderTabs, packerChanges, packerTabs } from '#lib/contract/admin/orders.ts';
import type { ParsedParamsOf } from '#lib/contract/calls/define-call.ts';
import { failure } from '#lib/contract/messages/failures.ts';

const refuseRole = () => new Refusal(403, failure.ownersOnly, { code: 'staff_role' });

/** What a member of staff sees of an action: packers nothing of owners' actions. */
function toActionReply(action: StaffAction | undefined, { role }: Staff) {
  if (!action) throw new Refusal(404, 'There is no such action.');
  if (role !== 'owner' && !packerChanges.includes(action.kind)) throw refuseRole();
  const isOpen = action.results.some(({ ok, undone }) => ok && undone === undefined);
  const left = Math.ceil((Date.parse(action.due_at) - Date.now()) / 1000);
  return { ...action, undo_seconds: isOpen ? Math.max(0, left) : 0 };
}

/** Reads the filters of an address, of which an empty one is none. */
function toSearch(params: ParsedParamsOf<typeof adminOrdersCall>, { role }: Staff): OrderSearch & { tab: OrderTab } {
  const { tab, status, payment, seller, pincode, from, to, text, after, before } = params;
  const isPacker = role !== 'owner';
  const shown = tab || (isPacker ? 'to_pack' : 'to_confirm');
  if (isPacker && (!packerTabs.includes(shown) || payment || seller)) throw refuseRole();
  return {
    tab: shown,
    status: status || undefined,
    payment: payment || undefined,
    sellerId: seller ? Number(seller) : undefined,
    pincode: pincode || undefined,
    since: from ? toTimeOfDay('from', from, '00:00:00') : undefined,
    until: to ? toTimeOfDay('to', to, '23:59:59.999') : undefined,
    text: text?.trim() || undefined,
    after: after || undefined,
    before: before || undefined,
  };
}

export const ordersAdminHandlers = {
  adminOrders: async ({ db, staff, params }) => {
    const search = toSearch(params, staff);
    const { ids, ...cursors } = await findOrders(db, search);
    const isOwner = staff.role === 'owner';
    const sellers = isOwner ? await readSellerChoices(db) : [];
    return {
      tab: search.tab,
      orders: await listOrdersForStaff(db, ids, staff.role),
      ...cursors,
      counts: await countOrders(db, isOwner ? orderTabs : packerTabs),
      ...(sellers.length > 0 && { sellers }),
    };
  },

  adminStage: async ({ db, staff, body: { orders, change, form_id } }) => {
    if (staff.role !== 'owner' && !packerChanges.includes(change.kind)) throw refuseRole();
    return toActionReply(await stageInBulk(db, staff, orders, change, form_id), staff);
  },

  adminUndo: async ({ db, staff, body: { action } }) => {
    toActionReply(await findAction(db, action), staff);
    return toActionReply(await write(db, (tx) => undoStaged(tx, staff, action)), staff);
  },

  adminAction: async ({ db, staff, params }) => toActionReply(await findAction(db, Number(params.action)), staff),
} satisfies Partial<AdminHandlers>;
