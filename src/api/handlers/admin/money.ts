import type { AdminHandlers } from '#api/handlers/call-context.ts';
import type { moneyAdminCalls } from '#lib/contract/admin/money.ts';
import { codAdminHandlers } from './cod.ts';
import { phoneOrderAdminHandlers } from './phone-orders.ts';
import { refundAdminHandlers } from './refunds.ts';

export const moneyAdminHandlers: AdminHandlers<typeof moneyAdminCalls> = {
  ...refundAdminHandlers,
  ...codAdminHandlers,
  ...phoneOrderAdminHandlers,
};
