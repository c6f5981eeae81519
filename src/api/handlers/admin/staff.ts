import { type AdminHandlers, requireStaff } from '#api/handlers/call-context.ts';
import type { staffAdminCalls } from '#lib/contract/admin/staff.ts';

export const staffAdminHandlers: AdminHandlers<typeof staffAdminCalls> = {
  adminSelf: async (request) => {
    const { staffId, name, email, role, signedInAt } = requireStaff(request);
    return { success: true, data: { id: staffId, name, email, role, signed_in_at: signedInAt } };
  },
};
