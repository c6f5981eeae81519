import { type CustomerFormat, countExportedCustomers, exportCustomers } from '#api/services/export/export-customers.ts';
import type { Period } from '#api/services/export/format-csv.ts';
import { eraseContact } from '#api/services/history/former-orders.ts';
import { importCustomers } from '#api/services/history/import-customers.ts';
import { formatCount, green, type OutputOptions, print } from '#cli/output/print.ts';
import { UsageError } from '#cli/process/command.ts';
import { changeStore } from '#cli/store/open-store.ts';
import { type ImportFlags, parseContact, runHistoryExport, runHistoryImport } from './run-history-command.ts';

const named = { one: 'customer', many: 'customers' };

export const importCustomersFile = (file: string, flags: ImportFlags): Promise<void> =>
  runHistoryImport(file, flags, named, importCustomers);

export function exportCustomersFile(
  file: string,
  { as, from, until, ...flags }: OutputOptions & Period & { as: CustomerFormat },
): Promise<void> {
  const period = { from, until };
  return runHistoryExport(
    file,
    { command: 'customers export', named, period, flags },
    (db) => countExportedCustomers(db, period),
    (db, append) => exportCustomers(db, { as, ...period }, append),
  );
}

/** Deletes the customer and orders of the former shop that have a contact. */
export async function eraseFormerCustomer(text: string, flags: OutputOptions): Promise<void> {
  const contact = parseContact(text);
  if (!contact) throw new UsageError(`Give an email address or an Indian mobile number, not "${text}"`);
  const erased = await changeStore((tx) => eraseContact(tx, contact));
  print(erased, flags, ({ customers, orders }) =>
    green(`Erased: ${formatCount(customers, 'customer')} and ${formatCount(orders, 'order')} of the former shop`),
  );
}
