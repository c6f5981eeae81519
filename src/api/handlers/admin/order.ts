import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { type AdminHandlers, requireStaff } from '#api/handlers/call-context.ts';
import { editOrder, previewEdit } from '#api/services/orders/edits/apply-edit.ts';
import { recordCallResult } from '#api/services/orders/edits/call-results.ts';
import { findVariantsToAdd } from '#api/services/orders/edits/find-variants.ts';
import { addShopNote, type Editor } from '#api/services/orders/edits/notes.ts';
import { requireOrder } from '#api/services/orders/edits/plan-edit.ts';
import { readAdminOrder } from '#api/services/orders/edits/read-order.ts';
import { stageChanges } from '#api/services/orders/staged/stage.ts';
import type { StagedChange } from '#api/services/orders/staged/staged-change.ts';
import { Refusal } from '#api/services/refusal.ts';
import { type Staff, staffActor } from '#api/services/staff/staff-sessions.ts';
import type { orderAdminCalls } from '#lib/contract/admin/order.ts';
import { failure } from '#lib/contract/messages/failures.ts';

/** Stages a change of one order. Throws a `Refusal`: 404 unknown order, 409 with the reason when the order does not allow it. */
async function stageOne(db: Db, staff: Staff, orderNumber: string, change: StagedChange, formId: string) {
  return write(db, async (tx) => {
    const { order_number } = await requireOrder(tx, orderNumber);
    const { id, results } = await stageChanges(tx, staff, [order_number], change, formId);
    const refused = results.find(({ ok }) => !ok);
    if (refused) throw new Refusal(409, refused.reason ?? failure.orderNotCancellable);
    return { success: true as const, data: { order_number, action_id: id } };
  });
}

const toEditor = (staff: Staff): Editor => ({ actor: staffActor(staff), staffId: staff.staffId });

export const orderAdminHandlers: AdminHandlers<typeof orderAdminCalls> = {
  adminOrder: async (request) => {
    const { role } = requireStaff(request);
    const data = await readAdminOrder(request.context.db, request.params.number, role === 'owner');
    return { success: true, data };
  },
  adminPreviewEdit: async ({ context, params, body }) => ({
    success: true,
    data: await previewEdit(context.db, context.shippingRule, params.number, body.edit),
  }),
  adminEditOrder: async (request) => {
    const { context, params, body } = request;
    const data = await editOrder(context.db, context.shippingRule, {
      orderNumber: params.number,
      edit: body.edit,
      editor: toEditor(requireStaff(request)),
      seen: { total: body.expected_total, state: body.state },
      formId: body.form_id,
    });
    return { success: true, data };
  },
  adminAddNote: async (request) => {
    const { context, params, body } = request;
    const note = { text: body.text, editor: toEditor(requireStaff(request)), formId: body.form_id };
    const order_number = await write(context.db, (tx) => addShopNote(tx, params.number, note));
    return { success: true, data: { order_number } };
  },
  adminCallResult: async (request) => {
    const { context, params, body } = request;
    const call = { result: body.result, editor: toEditor(requireStaff(request)) };
    const order_number = await write(context.db, (tx) => recordCallResult(tx, params.number, call));
    return { success: true, data: { order_number } };
  },
  adminFindVariants: async ({ context, params }) => ({
    success: true,
    data: await findVariantsToAdd(context.db, params.number, params.q),
  }),
  adminCancelOrder: async (request) => {
    const { context, params, body } = request;
    return stageOne(
      context.db,
      requireStaff(request),
      params.number,
      { kind: 'cancel', reason: body.reason || undefined },
      body.form_id,
    );
  },
  adminReturnOrder: async (request) => {
    const { context, params, body } = request;
    const change = { kind: 'return', restock: body.restock, reason: body.reason || undefined } as const;
    return stageOne(context.db, requireStaff(request), params.number, change, body.form_id);
  },
  adminCorrectDelivered: async (request) => {
    const { context, params, body } = request;
    const { to, restock = true } = body;
    const change = to === 'returned' ? ({ kind: 'correct', to, restock } as const) : ({ kind: 'correct', to } as const);
    return stageOne(context.db, requireStaff(request), params.number, change, body.form_id);
  },
};
