import type { Tx } from '#api/database/schema/engine.ts';
import { findInvoicesOf } from '#api/services/invoices/find-invoice.ts';
import { findInvoiceLogo } from '#api/services/invoices/invoice-logo.ts';
import { readPrintedOrders } from '#api/services/orders/parcels/printed-orders.ts';
import { settleStaged } from '#api/services/orders/staged/stage.ts';
import { Refusal } from '#api/services/refusal.ts';
import { readSettings } from '#api/services/store/settings.ts';
import type { PrintKind, PrintPaper } from '#lib/contract/admin/print-kinds.ts';
import type { Picture } from '#lib/rules/pictures/reference.ts';
import { renderInvoices } from './invoices.ts';
import { renderLabels } from './labels.ts';
import { ownPicture, type PrintPicture, renderPickList } from './pick-list.ts';
import type { PrintDocument } from './print-document.ts';
import { renderSlips } from './slips.ts';

/** Orders without an invoice that a refusal names. */
const MAX_NAMED = 5;

interface PrintOptions {
  paper?: PrintPaper | undefined;
  withoutPrices?: boolean | undefined;
  /** Where pictures are loaded from; the shop's own by default. */
  picture?: PrintPicture;
  /** The logo of invoices, null for none; that of the shop's settings by default. */
  logo?: Picture | null | undefined;
}

/** The invoices of orders, for a print that ends their Undo. Throws a `Refusal` (409) when an order has none. */
async function printInvoices(tx: Tx, ids: readonly number[], logo: Picture | null | undefined): Promise<PrintDocument> {
  await settleStaged(tx, ids);
  const invoices = await findInvoicesOf(tx, ids);
  if (invoices.length < ids.length) {
    const having = new Set(invoices.map(({ document }) => document.order_number));
    const rows = await tx.selectFrom('orders').select('order_number').where('id', 'in', ids).orderBy('id').execute();
    const missing = rows.map(({ order_number }) => order_number).filter((number) => !having.has(number));
    const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
    const named = missing.slice(0, MAX_NAMED).join(', ') + more;
    throw new Refusal(409, `No invoice yet: ${named}. An order gets one when it is packed.`);
  }
  return renderInvoices(invoices, logo === undefined ? findInvoiceLogo(await readSettings(tx)) : (logo ?? undefined));
}

/**
 * Renders a print of orders. Invoices make what is staged on their orders at once, which ends its Undo. Throws a `Refusal` (409) when an order has no
 * invoice yet.
 */
export async function makePrint(
  tx: Tx,
  kind: PrintKind,
  ids: readonly number[],
  options: PrintOptions = {},
): Promise<PrintDocument> {
  const { paper, withoutPrices = false, picture = ownPicture, logo } = options;
  if (kind === 'invoices') return printInvoices(tx, ids, logo);
  const orders = await readPrintedOrders(tx, ids);
  if (kind === 'labels') return renderLabels(orders, paper === 'a4' ? 'a4' : 'label');
  if (kind === 'slips') return renderSlips(orders, { paper: paper === 'a4' ? 'a4' : 'a5', withoutPrices });
  return renderPickList(orders, picture);
}
