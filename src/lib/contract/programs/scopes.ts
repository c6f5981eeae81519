/** What a key of a program may do. Apart from the calls, so that the help of commands loads no schemas. */
export const scopes = ['orders:read', 'orders:write', 'stock:write', 'products:write'] as const;
export type Scope = (typeof scopes)[number];
