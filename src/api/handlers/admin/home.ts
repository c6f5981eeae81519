import { write } from '#api/database/transaction.ts';
import type { AdminHandlers } from '#api/handlers/call-context.ts';
import { listLeftCarts, remindsOfCarts, setCartReminders } from '#api/services/reminders/cart-reminders.ts';
import { readLowStock, readRecentTopProducts } from '#api/services/reports/products.ts';
import { readSales } from '#api/services/reports/sales.ts';
import { readTasks } from '#api/services/reports/tasks.ts';

/** Handlers of the first page, and of carts that were left. */
export const homeAdminHandlers = {
  adminTasks: ({ db, staff }) => readTasks(db, staff.role),

  adminSales: async ({ db }) => ({
    ...(await readSales(db)),
    top_products: await readRecentTopProducts(db),
    low_stock: await readLowStock(db),
  }),

  adminCarts: async ({ db }) => ({ reminds: await remindsOfCarts(db), carts: await listLeftCarts(db) }),

  adminCartReminders: ({ db, staff, body }) => write(db, (tx) => setCartReminders(tx, staff, body.reminds)),
} satisfies Partial<AdminHandlers>;
