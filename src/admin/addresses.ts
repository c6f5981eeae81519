import { ADMIN_BASE } from '#lib/contract/admin/admin-path.ts';

/** The address of an order's page. */
export const orderAddress = (orderNumber: string): string => `${ADMIN_BASE}/orders/${encodeURIComponent(orderNumber)}`;

/** The address of the page that returns money of an order. */
export const refundAddress = (orderNumber: string): string => `${orderAddress(orderNumber)}/refund`;

/** The address of the sign-in page, which leads on to `to`, a path with its query. */
export const signInAddress = (to: string): string => `${ADMIN_BASE}/sign-in?to=${encodeURIComponent(to)}`;

/** A path of the admin pages from a parameter of the address; the home page for anything else. */
export function readAdminPath(text: string | null | undefined): string {
  if (!text || !/^\/admin(?:[/?]|$)/.test(text) || /[\\\p{Cc}]/u.test(text)) return ADMIN_BASE;
  const { origin, pathname, search } = new URL(text, 'http://admin.internal');
  return origin === 'http://admin.internal' ? pathname + search : ADMIN_BASE;
}

/** The admin page that has led to a request, which is one of the same site; undefined for another. */
export function findPageBefore({ headers, url }: Request): string | undefined {
  const before = URL.parse(headers.get('referer') ?? '');
  if (!before || before.origin !== new URL(url).origin || before.href === url) return undefined;
  return readAdminPath(before.pathname + before.search);
}

/** The sections of the admin pages in the order of the menu; `role` is the least that sees one. */
export const adminSections = [
  { name: 'Home', path: ADMIN_BASE, role: 'packer' },
  { name: 'Orders', path: `${ADMIN_BASE}/orders`, role: 'packer' },
  { name: 'Pack', path: `${ADMIN_BASE}/pack`, role: 'packer' },
  { name: 'Ship', path: `${ADMIN_BASE}/ship`, role: 'packer' },
  { name: 'Refunds', path: `${ADMIN_BASE}/refunds`, role: 'owner' },
  { name: 'Cash on delivery', path: `${ADMIN_BASE}/cod`, role: 'owner' },
  { name: 'New order', path: `${ADMIN_BASE}/orders/new`, role: 'owner' },
  { name: 'Messages', path: `${ADMIN_BASE}/messages`, role: 'owner' },
  { name: 'Carts', path: `${ADMIN_BASE}/carts`, role: 'owner' },
  { name: 'Alerts', path: `${ADMIN_BASE}/alerts`, role: 'owner' },
  { name: 'Staff', path: `${ADMIN_BASE}/staff`, role: 'owner' },
  { name: 'My account', path: `${ADMIN_BASE}/account`, role: 'packer' },
] as const;

/** The address of the page that packs an order, or of the one after `after`. */
export const packAddress = (query: { order?: string; after?: string; done?: string } = {}): string =>
  `${ADMIN_BASE}/pack?${new URLSearchParams(query)}`;

/** The address of a print of orders, such as `labels`. */
export const printAddress = (kind: string, orders: readonly string[], more: Readonly<Record<string, string>> = {}): string =>
  `${ADMIN_BASE}/print/${kind}?${new URLSearchParams([...Object.entries(more), ...orders.map((order): [string, string] => ['order', order])])}`;
