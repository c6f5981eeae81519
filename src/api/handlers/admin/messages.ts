import type { AdminHandlers } from '#api/handlers/call-context.ts';
import type { messagesAdminCalls } from '#lib/contract/admin/messages.ts';

export const messagesAdminHandlers: AdminHandlers<typeof messagesAdminCalls> = {};
