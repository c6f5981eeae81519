import type { AdminHandlers } from '#api/handlers/call-context.ts';
import type { homeAdminCalls } from '#lib/contract/admin/home.ts';

export const homeAdminHandlers: AdminHandlers<typeof homeAdminCalls> = {};
