import type { AdminHandlers } from '#api/handlers/call-context.ts';
import type { fulfilmentAdminCalls } from '#lib/contract/admin/fulfilment.ts';

export const fulfilmentAdminHandlers: AdminHandlers<typeof fulfilmentAdminCalls> = {};
