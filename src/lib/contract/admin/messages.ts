export const messagesAdminCalls = [] as const;
