import { codAdminCalls } from './cod.ts';
import { refundAdminCalls } from './refunds.ts';

export const moneyAdminCalls = [...refundAdminCalls, ...codAdminCalls] as const;
