import type { AdminHandlers } from '#api/handlers/call-context.ts';
import type { moneyAdminCalls } from '#lib/contract/admin/money.ts';

export const moneyAdminHandlers: AdminHandlers<typeof moneyAdminCalls> = {};
