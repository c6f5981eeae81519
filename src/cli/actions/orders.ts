import type { Db } from '#api/database/schema/engine.ts';
import { findOrders, type OrderSearch } from '#api/services/orders/find/find-orders.ts';
import { findOrder, listOrders } from '#api/services/orders/read-orders.ts';
import { readStatus } from '#cli/arguments/numbers-and-dates.ts';
import { describeOrder, formatCustomerName } from '#cli/output/describe-order.ts';
import { dim, formatIndianTime, formatTable, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { withStore } from '#cli/store/open-store.ts';
import type { PaymentFilter } from '#lib/contract/admin/payment-filters.ts';
import type { OwnOrder } from '#lib/contract/orders.ts';
import { formatNumber } from '#lib/rules/text.ts';

interface OrdersFlags extends OutputOptions {
  limit: number;
  refunds?: boolean;
  status?: string;
  payment?: PaymentFilter;
  since?: string;
  until?: string;
  pincode?: string;
  seller?: string;
}

/** Formats orders as a table; returns `none` for an empty list. */
function describeAll(orders: OwnOrder[], none: string): string {
  const cells = orders.map((order) => ({
    order: order.order_number,
    placed: formatIndianTime(order.order_date),
    status: order.status,
    payment: `${order.payment_method}, ${order.payment_status}`,
    units: formatNumber(order.quantity),
    amount: order.final_amount,
    customer: formatCustomerName(order),
    phone: order.address.phone_number,
    city: order.address.city,
  }));
  return formatTable(cells, ['units', 'amount'], dim(none));
}

/** The id of a seller by its name in any case. Throws `CommandFailed`. */
async function findSeller(db: Db, name: string): Promise<number> {
  const sellers = await db.selectFrom('seller').select(['id', 'name']).execute();
  const wanted = name.trim().toLowerCase();
  const seller = sellers.find((one) => one.name.toLowerCase() === wanted);
  if (!seller) throw new CommandFailed(`There is no seller "${name}". Sellers: ${sellers.map((one) => one.name).join(', ')}`);
  return seller.id;
}

/** Finds orders by the options of the command and a text, newest first. */
async function find(db: Db, text: string | undefined, flags: OrdersFlags): Promise<OwnOrder[]> {
  const { limit, refunds: refundDue = false, status, payment, since, until, pincode, seller } = flags;
  const search: OrderSearch = {
    text,
    status: status === undefined ? undefined : readStatus(status),
    payment,
    since,
    until,
    pincode,
    sellerId: seller === undefined ? undefined : await findSeller(db, seller),
    refundDue,
    limit,
  };
  const { ids } = await findOrders(db, search);
  return ids.length === 0 ? [] : listOrders(db, { ids });
}

export async function showOrders(text: string | undefined, flags: OrdersFlags): Promise<void> {
  const one = text === undefined ? undefined : await withStore((db) => findOrder(db, text));
  if (one) return print(one, flags, () => describeOrder(one));
  const orders = await withStore((db) => find(db, text, flags));
  if (text !== undefined && orders.length === 0) throw new CommandFailed(`There is no order "${text}"`);
  const isFiltered = [flags.status, flags.payment, flags.since, flags.until, flags.pincode, flags.seller].some(Boolean);
  const none = isFiltered ? 'No order matches.' : flags.refunds ? 'No refunds are due.' : 'No orders yet.';
  print(orders, flags, () => describeAll(orders, none));
}
