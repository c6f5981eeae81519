import type { RowError } from '#api/services/import/read/row-error.ts';
import { NoCsv } from '#api/services/import/tables/detect-encoding.ts';

/** What a file of customers or orders has: one of them, or what is wrong with one. */
export type HistoryRow<Entity> = RowError | { line: number; entity: Entity; key: string };

/** The file is not an export of customers or orders that can be read. */
export class NotAnExport extends NoCsv {
  constructor(what: 'customers' | 'orders') {
    super(
      `does not look like an export of ${what} from Shopify or WooCommerce: its first line must have their column names, ${
        what === 'customers'
          ? 'such as "Email" and "Accepts Email Marketing", or "user_email" and "billing_phone"'
          : 'such as "Name", "Created at", "Total" and "Lineitem name", or "Order Number", "Order Date" and "Order Total Amount"'
      }`,
    );
  }
}
