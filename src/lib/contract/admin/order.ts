export const orderAdminCalls = [] as const;
