export const moneyAdminCalls = [] as const;
