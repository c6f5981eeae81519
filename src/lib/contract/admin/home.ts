export const homeAdminCalls = [] as const;
