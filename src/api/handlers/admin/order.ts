import { write } from '#api/database/transaction.ts';
import { type AdminHandlers, requireStaff } from '#api/handlers/call-context.ts';
import { editOrder, previewEdit } from '#api/services/orders/edits/apply-edit.ts';
import { findVariantsToAdd } from '#api/services/orders/edits/find-variants.ts';
import { addShopNote, type Editor } from '#api/services/orders/edits/notes.ts';
import { readAdminOrder } from '#api/services/orders/edits/read-order.ts';
import { type Staff, staffActor } from '#api/services/staff/staff-sessions.ts';
import type { orderAdminCalls } from '#lib/contract/admin/order.ts';

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
  adminFindVariants: async ({ context, params }) => ({
    success: true,
    data: await findVariantsToAdd(context.db, params.number, params.q),
  }),
};
