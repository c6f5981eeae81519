import type { AdminHandlers } from '#api/handlers/call-context.ts';
import type { ordersAdminCalls } from '#lib/contract/admin/orders.ts';

export const ordersAdminHandlers: AdminHandlers<typeof ordersAdminCalls> = {};
