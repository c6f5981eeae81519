import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import type { AdminHandlers } from '#api/handlers/call-context.ts';
import { editOrder, previewEdit } from '#api/services/orders/edits/apply-edit.ts';
import { recordCallResult } from '#api/services/orders/edits/call-results.ts';
import { addShopNote, type Editor } from '#api/services/orders/edits/notes.ts';
import { readAdminOrder } from '#api/services/orders/edits/read-order.ts';
import { requireOrder } from '#api/services/orders/find-order.ts';
import { findVariantsToAdd } from '#api/services/orders/find-variants.ts';
import { stageOne } from '#api/services/orders/staged/stage.ts';
import type { StagedChange } from '#api/services/orders/staged/staged-change.ts';
import { type Staff, staffActor } from '#api/services/staff/staff-sessions.ts';

/** Stages a change of one order. Throws a `Refusal`: 404 unknown order, 409 with the reason when the order does not allow it. */
const stage = (db: Db, staff: Staff, orderNumber: string, change: StagedChange, formId: string) =>
  write(db, async (tx) => stageOne(tx, staff, (await requireOrder(tx, orderNumber)).order_number, change, formId));

const toEditor = (staff: Staff): Editor => ({ actor: staffActor(staff), staffId: staff.staffId });

export const orderAdminHandlers = {
  adminOrder: ({ db, staff, params }) => readAdminOrder(db, params.number, staff.role === 'owner'),

  adminPreviewEdit: ({ context, db, params, body }) => previewEdit(db, context.shippingRule, params.number, body.edit),

  adminEditOrder: ({ context, db, staff, params, body }) =>
    editOrder(db, context.shippingRule, {
      orderNumber: params.number,
      edit: body.edit,
      editor: toEditor(staff),
      seen: { total: body.expected_total, state: body.state },
      formId: body.form_id,
    }),

  adminAddNote: async ({ db, staff, params, body: { text, form_id: formId } }) => ({
    order_number: await write(db, (tx) => addShopNote(tx, params.number, { text, editor: toEditor(staff), formId })),
  }),

  adminCallResult: async ({ db, staff, params, body: { result } }) => ({
    order_number: await write(db, (tx) => recordCallResult(tx, params.number, { result, editor: toEditor(staff) })),
  }),

  adminFindVariants: ({ db, params }) => findVariantsToAdd(db, params.number, params.q),

  adminCancelOrder: ({ db, staff, params, body: { reason, form_id } }) =>
    stage(db, staff, params.number, { kind: 'cancel', reason: reason || undefined }, form_id),

  adminReturnOrder: ({ db, staff, params, body: { restock, reason, form_id } }) =>
    stage(db, staff, params.number, { kind: 'return', restock, reason: reason || undefined }, form_id),

  adminCorrectDelivered: ({ db, staff, params, body: { to, restock = true, form_id } }) =>
    stage(db, staff, params.number, to === 'returned' ? { kind: 'correct', to, restock } : { kind: 'correct', to }, form_id),
} satisfies Partial<AdminHandlers>;
