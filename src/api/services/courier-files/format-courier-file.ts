import { BYTE_ORDER_MARK, formatCsvLine } from '#api/services/export/format-csv.ts';
import type { PrintedOrder } from '#api/services/prints/printed-orders.ts';
import type { CourierFormat } from '#lib/contract/admin/fulfilment.ts';
import { courierFiles } from './courier-columns.ts';

/**
 * Formats the CSV file with which orders are announced to a courier. Texts are safe from formulas. Sizes of parcels, and weights that the shop
 * does not know, stay empty for the owner to fill in.
 */
export function formatCourierFile(orders: readonly PrintedOrder[], format: CourierFormat, pickup = ''): string {
  const { hasItemRows, columns } = courierFiles[format];
  const rows = orders.flatMap((order, i) =>
    (hasItemRows ? order.items : [undefined]).map((item) => ({ order, item, serial: i + 1, pickup })),
  );
  const lines = rows.map((row) => formatCsvLine(columns.map(([, cell]) => cell?.(row) ?? '')));
  return BYTE_ORDER_MARK + formatCsvLine(columns.map(([name]) => name)) + lines.join('');
}
