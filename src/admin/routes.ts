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
  { pattern: '/sign-in', page: 'staff/sign-in.astro', access: 'anyone' },
  { pattern: '/sign-in-again', page: 'staff/sign-in-again.astro', access: 'packer' },
  { pattern: '/setup', page: 'staff/setup.astro', access: 'anyone' },
  { pattern: '/account', page: 'staff/account.astro', access: 'packer' },
  { pattern: '/staff', page: 'staff/staff.astro', access: 'owner' },
  { pattern: '/orders', page: 'orders/index.astro', access: 'packer' },
  { pattern: '/orders/[number]', page: 'orders/[number]/index.astro', access: 'packer' },
  { pattern: '/orders/[number]/edit', page: 'orders/[number]/edit.astro', access: 'owner' },
  { pattern: '/pack', page: 'pack.astro', access: 'packer' },
  { pattern: '/ship', page: 'ship.astro', access: 'packer' },
  { pattern: '/print', page: 'print/index.astro', access: 'packer' },
  { pattern: '/print/courier-file', page: 'print/courier-file.astro', access: 'owner' },
  { pattern: '/print/[kind]', page: 'print/[kind].astro', access: 'packer' },
  { pattern: '/refunds', page: 'refunds/index.astro', access: 'owner' },
  { pattern: '/orders/[number]/refund', page: 'orders/refund.astro', access: 'owner' },
  { pattern: '/orders/new', page: 'orders/new.astro', access: 'owner' },
  { pattern: '/cod', page: 'cod/index.astro', access: 'owner' },
  { pattern: '/alerts', page: 'alerts/index.astro', access: 'owner' },
  { pattern: '/push-worker.js', page: 'alerts/push-worker.js.ts', access: 'anyone' },
  { pattern: '/app.webmanifest', page: 'alerts/app.webmanifest.ts', access: 'anyone' },
  { pattern: '/carts', page: 'carts/index.astro', access: 'owner' },
  { pattern: '/messages', page: 'messages/index.astro', access: 'owner' },
  { pattern: '/messages/[id]', page: 'messages/[id].astro', access: 'owner' },
  { pattern: '/[...path]', page: 'not-found.astro', access: 'anyone' },
];
