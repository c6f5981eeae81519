export const fulfilmentAdminCalls = [] as const;
