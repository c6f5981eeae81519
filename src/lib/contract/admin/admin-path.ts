/** Below which path the admin pages are. */
export const ADMIN_BASE = '/admin';

/** Whether a path is one of the admin pages, not of the store API. */
export const isAdminPath = (path: string): boolean => path === ADMIN_BASE || path.startsWith(`${ADMIN_BASE}/`);

/** Marks a request that came by way of the admin's host, which removes it from what clients send. Without it, admin pages are not rendered. */
export const ADMIN_HOST_HEADER = 'x-admin-host';
