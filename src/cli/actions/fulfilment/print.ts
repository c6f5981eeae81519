import { writeFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { embedInvoiceLogo } from '#api/services/invoices/invoice-logo.ts';
import { normaliseOrderNumber } from '#api/services/order-number.ts';
import { readPrintedOrders } from '#api/services/orders/parcels/printed-orders.ts';
import { makePrint } from '#api/services/prints/make-print.ts';
import { ownPicture, type PrintPicture } from '#api/services/prints/pick-list.ts';
import { type FileStorage, readStoredFile } from '#api/services/storage/file-storage.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { requireNewFile } from '#cli/arguments/file-paths.ts';
import { readStatus } from '#cli/arguments/numbers-and-dates.ts';
import { formatCount, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, UsageError } from '#cli/process/command.ts';
import { openFiles, withStore } from '#cli/store/open-store.ts';
import { type PrintKind, type PrintPaper, printKinds } from '#lib/contract/admin/print-kinds.ts';
import { MAX_STAGED_ORDERS } from '#lib/contract/limits.ts';

interface PrintFlags extends OutputOptions {
  orders?: string;
  status?: string;
  paper?: PrintPaper;
  prices: boolean;
  out: string;
}

/** The ids of the orders that the options name. Throws `UsageError` and `CommandFailed`. */
async function findOrders(db: Db, { orders, status }: PrintFlags): Promise<number[]> {
  if ((orders === undefined) === (status === undefined)) throw new UsageError('Name the orders by --orders or by --status');
  if (status !== undefined) {
    const query = db.selectFrom('orders').select('id').where('status', '=', readStatus(status));
    const rows = await query.orderBy('placed_at').orderBy('id').limit(MAX_STAGED_ORDERS).execute();
    if (rows.length === 0) throw new CommandFailed(`There is no order with the status "${readStatus(status)}"`);
    return rows.map(({ id }) => id);
  }
  const numbers = [
    ...new Set(
      (orders ?? '')
        .split(/[\s,;]+/)
        .filter(Boolean)
        .map(normaliseOrderNumber),
    ),
  ];
  if (numbers.length === 0 || numbers.length > MAX_STAGED_ORDERS)
    throw new UsageError(`--orders takes 1 to ${MAX_STAGED_ORDERS} order numbers`);
  const rows = await db.selectFrom('orders').select(['id', 'order_number']).where('order_number', 'in', numbers).execute();
  const ids = new Map(rows.map(({ id, order_number }) => [order_number, id]));
  const missing = numbers.find((number) => !ids.has(number));
  if (missing !== undefined) throw new CommandFailed(`There is no order "${missing}"`);
  return numbers.flatMap((number) => ids.get(number) ?? []);
}

/** Pictures of the orders' items as data, because the document is a file itself. */
async function embedPictures(db: Db, pictures: FileStorage, ids: readonly number[]): Promise<PrintPicture> {
  const references = new Set((await readPrintedOrders(db, ids)).flatMap(({ items }) => items.map(({ picture }) => picture)));
  const embedded = new Map<string, string>();
  for (const reference of references) {
    const address = ownPicture(reference);
    const file = address && (await readStoredFile(pictures, basename(address)));
    if (!file) continue;
    const type = extname(address) === '.svg' ? 'image/svg+xml' : 'image/jpeg';
    embedded.set(reference, `data:${type};base64,${file.toString('base64')}`);
  }
  return (reference) => embedded.get(reference);
}

async function run(db: Db, kind: PrintKind, flags: PrintFlags): Promise<number> {
  const ids = await findOrders(db, flags);
  const { pictures } = await openFiles();
  const logo = kind === 'invoices' ? ((await embedInvoiceLogo(await readSettings(db), pictures)) ?? null) : undefined;
  const picture = kind === 'pick-list' ? await embedPictures(db, pictures, ids) : ownPicture;
  const options = { paper: flags.paper, withoutPrices: !flags.prices, picture, logo };
  const { html } = await write(db, (tx) => makePrint(tx, kind, ids, options));
  writeFileSync(flags.out, html, { mode: 0o600, flag: 'wx' });
  return ids.length;
}

export async function printOrders(name: string, flags: PrintFlags): Promise<void> {
  const kind = printKinds.find((candidate) => candidate === name);
  if (!kind) throw new UsageError(`"${name}" is no print. Prints are: ${printKinds.join(', ')}`);
  requireNewFile(flags.out);
  const orders = await withStore((db) => run(db, kind, flags));
  print({ orders, file: flags.out }, flags, () => `Wrote ${flags.out} for ${formatCount(orders, 'order')}.`);
}
