import * as alerts from '#lib/contract/admin/alerts.ts';
import * as carts from '#lib/contract/admin/carts.ts';
import * as cod from '#lib/contract/admin/cod.ts';
import * as fulfilment from '#lib/contract/admin/fulfilment.ts';
import * as home from '#lib/contract/admin/home.ts';
import * as messages from '#lib/contract/admin/messages.ts';
import * as order from '#lib/contract/admin/order.ts';
import * as orders from '#lib/contract/admin/orders.ts';
import * as phoneOrders from '#lib/contract/admin/phone-orders.ts';
import * as refunds from '#lib/contract/admin/refunds.ts';
import * as staff from '#lib/contract/admin/staff.ts';
import * as members from '#lib/contract/admin/staff-members.ts';
import * as passkeys from '#lib/contract/admin/staff-passkeys.ts';
import * as signIn from '#lib/contract/admin/staff-sign-in.ts';
import { listCalls } from './list-calls.ts';

const ofStaff = listCalls(staff, signIn, passkeys, members);
const ofOrders = listCalls(orders, order, fulfilment, refunds, cod, phoneOrders);

/** Calls of the admin pages. They need a session of a member of staff, apart from those that open one. */
export const adminCalls = [...ofStaff, ...ofOrders, ...listCalls(home, messages, alerts, carts)];
