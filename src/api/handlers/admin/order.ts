import type { AdminHandlers } from '#api/handlers/call-context.ts';
import type { orderAdminCalls } from '#lib/contract/admin/order.ts';

export const orderAdminHandlers: AdminHandlers<typeof orderAdminCalls> = {};
