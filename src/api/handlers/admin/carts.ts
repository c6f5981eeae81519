import { write } from '#api/database/transaction.ts';
import { type AdminHandlers, requireStaff } from '#api/handlers/call-context.ts';
import { listLeftCarts, remindsOfCarts, setCartReminders } from '#api/services/reminders/cart-reminders.ts';
import type { cartsAdminCalls } from '#lib/contract/admin/carts.ts';

export const cartsAdminHandlers: AdminHandlers<typeof cartsAdminCalls> = {
  adminCarts: async ({ context: { db } }) => ({
    success: true,
    data: { reminds: await remindsOfCarts(db), carts: await listLeftCarts(db) },
  }),

  adminCartReminders: async (request) => {
    const staff = requireStaff(request);
    await write(request.context.db, (tx) => setCartReminders(tx, staff, request.body.reminds));
    return { success: true };
  },
};
