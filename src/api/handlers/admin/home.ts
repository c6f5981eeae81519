import { type AdminHandlers, requireStaff } from '#api/handlers/call-context.ts';
import { readLowStock, readTopProducts } from '#api/services/reports/products.ts';
import { readSales } from '#api/services/reports/sales.ts';
import { readTasks } from '#api/services/reports/tasks.ts';
import type { homeAdminCalls } from '#lib/contract/admin/home.ts';

export const homeAdminHandlers: AdminHandlers<typeof homeAdminCalls> = {
  adminTasks: async (request) => ({
    success: true,
    data: await readTasks(request.context.db, requireStaff(request).role),
  }),

  adminSales: async ({ context: { db } }) => ({
    success: true,
    data: {
      ...(await readSales(db)),
      top_products: await readTopProducts(db),
      low_stock: await readLowStock(db),
    },
  }),
};
