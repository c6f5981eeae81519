import { refundAdminCalls } from './refunds.ts';

export const moneyAdminCalls = [...refundAdminCalls] as const;
