export const ordersAdminCalls = [] as const;
