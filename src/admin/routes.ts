import type { StaffRole } from '#lib/contract/admin/staff.ts';

/** Who may open a page: anyone (sign-in), any member of staff, or an owner. */
export type PageAccess = 'anyone' | StaffRole;

/** An admin page by the path that Astro routes to it. */
export interface AdminRoute {
  /** Below `ADMIN_BASE`; `[name]` marks a parameter. */
  pattern: string;
  /** The page's file below `src/admin/pages`. */
  page: string;
  access: PageAccess;
}

/** Every admin page. The tests of access derive from this table. */
export const adminRoutes: readonly AdminRoute[] = [
  { pattern: '', page: 'index.astro', access: 'packer' },
  { pattern: '/alerts', page: 'alerts/index.astro', access: 'owner' },
  { pattern: '/push-worker.js', page: 'alerts/push-worker.js.ts', access: 'anyone' },
  { pattern: '/app.webmanifest', page: 'alerts/app.webmanifest.ts', access: 'anyone' },
  { pattern: '/carts', page: 'carts/index.astro', access: 'owner' },
  { pattern: '/messages', page: 'messages/index.astro', access: 'owner' },
  { pattern: '/messages/[id]', page: 'messages/[id].astro', access: 'owner' },
  { pattern: '/[...path]', page: 'not-found.astro', access: 'anyone' },
];
