import { codAdminCalls } from './cod.ts';
import { phoneOrderAdminCalls } from './phone-orders.ts';
import { refundAdminCalls } from './refunds.ts';

export const moneyAdminCalls = [...refundAdminCalls, ...codAdminCalls, ...phoneOrderAdminCalls] as const;
