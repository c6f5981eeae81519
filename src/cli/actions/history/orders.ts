import { countExportedOrders, exportOrders } from '#api/services/export/export-orders.ts';
import type { Period } from '#api/services/export/format-csv.ts';
import { findFormerOrders, type ListedFormerOrder } from '#api/services/history/former-orders.ts';
import { importFormerOrders } from '#api/services/history/import-orders.ts';
import { dim, formatIndianTime, formatTable, type OutputOptions, print } from '#cli/output/print.ts';
import { withStore } from '#cli/store/open-store.ts';
import { formatNumber } from '#lib/rules/text.ts';
import { type ImportFlags, parseContact, runHistoryExport, runHistoryImport } from './run-history-command.ts';

const named = { one: 'order', many: 'orders' };

export const importOrdersFile = (file: string, flags: ImportFlags): Promise<void> =>
  runHistoryImport(file, flags, named, importFormerOrders);

export function exportOrdersFile(file: string, { from, until, ...flags }: OutputOptions & Period): Promise<void> {
  const period = { from, until };
  return runHistoryExport(
    file,
    { command: 'orders export', named, period, flags },
    (db) => countExportedOrders(db, period),
    (db, append) => exportOrders(db, period, append),
  );
}

function describeOrders(orders: readonly ListedFormerOrder[]): string {
  const rows = orders.map((order) => ({
    order: order.order_number,
    placed: formatIndianTime(order.order_date),
    status: order.status,
    units: formatNumber(order.items.reduce((sum, { quantity }) => sum + quantity, 0)),
    amount: order.final_amount,
    customer: order.customer_name,
    phone: order.phone_number ?? '',
    email: order.email ?? '',
  }));
  return formatTable(rows, ['units', 'amount'], dim('No imported orders.'));
}

/** Lists the orders of the former shop, newest first: all, or those with a number or contact. */
export async function showFormerOrders(
  text: string | undefined,
  { limit, ...flags }: OutputOptions & { limit: number },
): Promise<void> {
  const find = text === undefined ? undefined : (parseContact(text) ?? { number: text });
  const orders = await withStore((db) => findFormerOrders(db, { limit, find }));
  print(orders, flags, describeOrders);
}
