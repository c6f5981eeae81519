import { alertsAdminCalls } from '#lib/contract/admin/alerts.ts';
import { cartsAdminCalls } from '#lib/contract/admin/carts.ts';
import { fulfilmentAdminCalls } from '#lib/contract/admin/fulfilment.ts';
import { homeAdminCalls } from '#lib/contract/admin/home.ts';
import { messagesAdminCalls } from '#lib/contract/admin/messages.ts';
import { moneyAdminCalls } from '#lib/contract/admin/money.ts';
import { orderAdminCalls } from '#lib/contract/admin/order.ts';
import { ordersAdminCalls } from '#lib/contract/admin/orders.ts';
import { staffAdminCalls } from '#lib/contract/admin/staff.ts';
import { staffMemberCalls } from '#lib/contract/admin/staff-members.ts';
import { staffSignInCalls } from '#lib/contract/admin/staff-sign-in.ts';

/** Calls of the admin pages. They need a session of a member of staff, apart from those that open one. */
export const adminCalls = [
  ...staffAdminCalls,
  ...staffSignInCalls,
  ...staffMemberCalls,
  ...ordersAdminCalls,
  ...orderAdminCalls,
  ...fulfilmentAdminCalls,
  ...moneyAdminCalls,
  ...homeAdminCalls,
  ...messagesAdminCalls,
  ...alertsAdminCalls,
  ...cartsAdminCalls,
] as const;
