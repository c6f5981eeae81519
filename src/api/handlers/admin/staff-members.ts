import { write } from '#api/database/transaction.ts';
import { type AdminHandlers, requireStaff } from '#api/handlers/call-context.ts';
import { addStaff, linkStaff, listStaff, removeStaff, setStaffRole } from '#api/services/staff/staff-members.ts';
import type { staffMemberCalls } from '#lib/contract/admin/staff-members.ts';

export const staffMemberHandlers: AdminHandlers<typeof staffMemberCalls> = {
  adminStaff: async ({ context }) => ({ success: true, data: await listStaff(context.db) }),

  adminAddStaff: async (request) => {
    const owner = requireStaff(request);
    const { token: link, ...data } = await write(request.context.db, (tx) => addStaff(tx, { owner }, request.body));
    return { success: true, data: { ...data, link } };
  },

  adminStaffLink: async (request) => {
    const owner = requireStaff(request);
    const { token: link, ...data } = await write(request.context.db, (tx) => linkStaff(tx, { owner }, request.body.id));
    return { success: true, data: { ...data, link } };
  },

  adminRemoveStaff: async (request) => {
    const owner = requireStaff(request);
    await write(request.context.db, (tx) => removeStaff(tx, { owner }, request.body.id));
    return { success: true };
  },

  adminStaffRole: async (request) => {
    const owner = requireStaff(request);
    await write(request.context.db, (tx) => setStaffRole(tx, { owner }, request.body));
    return { success: true };
  },
};
