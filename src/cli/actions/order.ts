import { writeFileSync } from 'node:fs';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { findInvoice } from '#api/services/invoices/find-invoice.ts';
import { embedInvoiceLogo } from '#api/services/invoices/invoice-logo.ts';
import { renderInvoice } from '#api/services/invoices/render-invoice.ts';
import type { Paper } from '#api/services/invoices/signed-links.ts';
import { setOrderShipment, setOrderStatus } from '#api/services/orders/change-status.ts';
import { notifyRefunded } from '#api/services/orders/customer-mails-and-sms.ts';
import { editOrder } from '#api/services/orders/edits/apply-edit.ts';
import { recordCallResult } from '#api/services/orders/edits/call-results.ts';
import { addShopNote } from '#api/services/orders/edits/notes.ts';
import { findOrder } from '#api/services/orders/read-orders.ts';
import { findRefund, markRefunded, type Refund } from '#api/services/payment-records/refunds.ts';
import { readProviderRefunds } from '#api/services/payments/refunds/provider-refunds.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { requireNewFile } from '#cli/arguments/file-paths.ts';
import { readStatus } from '#cli/arguments/numbers-and-dates.ts';
import { describeOrder } from '#cli/output/describe-order.ts';
import { type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, UsageError } from '#cli/process/command.ts';
import { userName } from '#cli/process/denied.ts';
import { makeRefund } from '#cli/refunds/make-refund.ts';
import { openFiles, withStore } from '#cli/store/open-store.ts';
import type { CallResult } from '#lib/contract/admin/call-results.ts';
import type { OrderStatus } from '#lib/contract/order-status.ts';
import { type OwnOrder, type Shipment, shipment as shipmentSchema } from '#lib/contract/orders.ts';

/** Options of `store order` that change an order beside its status. */
export interface EditFlags {
  note?: string;
  call?: CallResult;
  /** Which item, 1 for the first. */
  cancelPart?: number;
  units?: number;
  reason?: string;
}

const editor = () => ({ actor: `owner:${userName()}`, staffId: null });

/** The item at a position of an order. Throws `CommandFailed`. */
async function findItem(db: Db, orderId: number, position: number): Promise<number> {
  const items = await db.selectFrom('order_item').select('id').where('order_id', '=', orderId).orderBy('id').execute();
  const item = items[position - 1];
  if (!item) throw new CommandFailed(`The order has items 1 to ${items.length}: name one by its place, such as --cancel-part 1`);
  return item.id;
}

/** Adds a note to an order, records a call, and cancels units of an item. Throws a `Refusal` when the order does not allow it. */
export async function editOrderByFlags(
  db: Db,
  { order_id, order_number }: { order_id: number; order_number: string },
  { note, call, cancelPart, units = 1, reason }: EditFlags,
): Promise<void> {
  if (note !== undefined && !note.trim()) throw new UsageError('--note needs a text');
  if (note) await write(db, (tx) => addShopNote(tx, order_number, { text: note.trim(), editor: editor() }));
  if (call) await write(db, (tx) => recordCallResult(tx, order_number, { result: call, editor: editor() }));
  if (cancelPart === undefined) return;
  const edit = { kind: 'cancel_part', item_id: await findItem(db, order_id, cancelPart), quantity: units, reason } as const;
  await editOrder(db, undefined, { orderNumber: order_number, edit, editor: editor() });
}

interface OrderFlags extends OutputOptions, EditFlags {
  status?: string;
  reason?: string;
  courier?: string;
  tracking?: string;
  url?: string;
  invoice?: string;
  creditNote?: string;
  refunded?: boolean;
  refund?: boolean;
  /** Paise. */
  amount?: number;
}

/** Reads the courier's options; undefined when there are none. Throws a `UsageError`. */
function readShipment({ courier, tracking, url }: OrderFlags): Shipment | undefined {
  if (courier === undefined && tracking === undefined && url === undefined) return undefined;
  if (!courier?.trim() || !tracking?.trim()) throw new UsageError('--courier and --tracking go together');
  const shipment = shipmentSchema.safeParse({ courier, tracking_number: tracking, ...(url !== undefined && { url }) });
  if (shipment.success) return shipment.data;
  const isUrl = shipment.error.issues[0]?.path[0] === 'url';
  throw new UsageError(isUrl ? `--url must begin with https://, but is "${url}"` : '--courier or --tracking is too long');
}

/** Changes an order's status and courier. Throws `StatusTransitionError` when the order does not allow it. */
async function change(db: Db, orderNumber: string, status: OrderStatus | undefined, flags: OrderFlags): Promise<void> {
  const shipment = readShipment(flags);
  if (status) await write(db, (tx) => setOrderStatus(tx, orderNumber, status, flags.reason, shipment));
  else if (shipment) await write(db, (tx) => setOrderShipment(tx, orderNumber, shipment));
}

/** Throws a `UsageError` for options of refunds that exclude each other. */
function checkRefundFlags({ refund: isAsked, amount, refunded }: OrderFlags): void {
  if (isAsked && refunded) throw new UsageError('--refund makes the refund and marks it: leave --refunded out');
  if (amount !== undefined && !isAsked) throw new UsageError('--amount requires --refund');
  if (amount === 0) throw new UsageError('--amount must be more than 0');
}

/** Marks the refund of an order as done and notifies the customer. Throws `CommandFailed` when none is due. */
async function refund(db: Db, { order_id, order_number }: OwnOrder): Promise<void> {
  const isDone = await write(db, async (tx) => {
    const isMarked = await markRefunded(tx, order_id);
    if (isMarked) await notifyRefunded(tx, order_id);
    return isMarked;
  });
  if (!isDone) throw new CommandFailed(`There is no refund due for ${order_number}`);
}

async function find(db: Db, orderNumber: string): Promise<OwnOrder> {
  const order = await findOrder(db, orderNumber);
  if (!order) throw new CommandFailed(`There is no order "${orderNumber}"`);
  return order;
}

/** Writes the invoice or credit note to a file that only the owner may read. Throws `CommandFailed` when the order has none. */
async function savePaper(db: Db, orderNumber: string, file: string, paper: Paper): Promise<void> {
  requireNewFile(file);
  const document = await findInvoice(db, orderNumber, paper);
  if (!document) throw new CommandFailed(`${orderNumber} has ${missing[paper]}`);
  const logo = await embedInvoiceLogo(await readSettings(db), (await openFiles()).pictures);
  writeFileSync(file, renderInvoice(document, logo), { mode: 0o600, flag: 'wx' });
}

const missing: Record<Paper, string> = {
  invoice: 'no invoice yet: it gets one when it is dispatched',
  credit_note: 'no credit note: it gets one when it is cancelled or returned after its invoice',
};

/** What the last call to the customer came to; undefined before. */
async function readCall(db: Db, id: number): Promise<{ result: CallResult; at: string } | undefined> {
  const row = await db.selectFrom('orders').select(['call_result', 'called_at']).where('id', '=', id).executeTakeFirst();
  return row?.call_result && row.called_at ? { result: row.call_result, at: row.called_at } : undefined;
}

async function run(db: Db, orderNumber: string, flags: OrderFlags) {
  const status = flags.status === undefined ? undefined : readStatus(flags.status);
  checkRefundFlags(flags);
  const order = await find(db, orderNumber);
  await change(db, orderNumber, status, flags);
  await editOrderByFlags(db, order, flags);
  if (flags.refund)
    await makeRefund(db, order, flags.amount === undefined ? { kind: 'due' } : { kind: 'amount', amount: flags.amount });
  if (flags.refunded) await refund(db, order);
  if (flags.invoice !== undefined) await savePaper(db, order.order_number, flags.invoice, 'invoice');
  if (flags.creditNote !== undefined) await savePaper(db, order.order_number, flags.creditNote, 'credit_note');
  return {
    order: await find(db, orderNumber),
    call: await readCall(db, order.order_id),
    refund: await findRefund(db, order.order_id),
    requests: await readProviderRefunds(db, order.order_id),
  };
}

export async function showOrChangeOrder(orderNumber: string, flags: OrderFlags): Promise<void> {
  if (flags.reason !== undefined && flags.status === undefined && flags.cancelPart === undefined)
    throw new UsageError('--reason requires --status or --cancel-part');
  if (flags.units !== undefined && flags.cancelPart === undefined) throw new UsageError('--units requires --cancel-part');
  const { order, call, refund: due, requests } = await withStore((db) => run(db, orderNumber, flags));
  const shown: OwnOrder & { call?: object; refund?: Refund; provider_refunds?: object[] } = {
    ...order,
    ...(call && { call }),
    ...(due && { refund: due }),
    ...(requests.length > 0 && {
      provider_refunds: requests.map(({ id, amount, state, created_at }) => ({ id, amount, state, created_at })),
    }),
  };
  print(shown, flags, () => describeOrder(order, { call, refund: due, requests }));
}
