import { basename } from 'node:path';
import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { toMailbox } from '#api/services/accounts/mailbox-guests.ts';
import { recordAudit } from '#api/services/audit.ts';
import type { Period } from '#api/services/export/format-csv.ts';
import { readMobile } from '#api/services/history/contacts.ts';
import type { Contacts } from '#api/services/history/former-orders.ts';
import type { HistoryOptions, HistorySummary } from '#api/services/history/import-history.ts';
import { requireFile, requireNewFile } from '#cli/arguments/file-paths.ts';
import { readNamed } from '#cli/arguments/rows-of-file.ts';
import { dim, formatCount, green, type OutputOptions, print, red, yellow } from '#cli/output/print.ts';
import { commandContext } from '#cli/process/command.ts';
import { userName } from '#cli/process/denied.ts';
import { withStore, withStoreOrCreate } from '#cli/store/open-store.ts';
import { writeAtomically } from '#cli/store/write-atomically.ts';
import { email } from '#lib/contract/fields.ts';

/** Bad rows that are shown; the others are counted. */
const MAX_SHOWN_ROWS = 20;

/** What a command imports or exports. */
export interface Named {
  one: string;
  many: string;
}

function describeSummary(file: string, { one, many }: Named, summary: HistorySummary): string {
  const { outcome, found, repeated, badRows, badRowCount, added, changed, unchanged } = summary;
  const head =
    outcome === 'refused'
      ? red(`Nothing was imported: ${formatCount(badRowCount, 'row')} of ${file} cannot be read. Mend them, or add --skip-bad.`)
      : `${outcome === 'dry run' ? dim('Dry run, nothing is changed. ') : ''}${green(`${file}: ${formatCount(found, one, many)}`)}`;
  const counts = outcome === 'refused' ? [] : [`${added} added, ${changed} changed, ${unchanged} unchanged`];
  const notes =
    repeated > 0
      ? [yellow(`${formatCount(repeated, 'row repeats', 'rows repeat')} a contact of the file: the first counts.`)]
      : [];
  const shown = badRows.slice(0, MAX_SHOWN_ROWS).map(({ line, column, reason }) => `  line ${line}: ${column} ${reason}`);
  const others = badRowCount - shown.length;
  const skipped = outcome === 'refused' || badRowCount === 0 ? [] : [yellow(`${formatCount(badRowCount, 'bad row')} left out:`)];
  return [head, ...counts, ...notes, ...skipped, ...shown, ...(others > 0 ? [`  and ${formatCount(others, 'more')}`] : [])].join(
    '\n',
  );
}

export interface ImportFlags extends OutputOptions, HistoryOptions {}

/** Imports a file of customers or orders and prints what became of it. Throws `CommandFailed` for a file that is none. */
export async function runHistoryImport(
  file: string,
  { json, ...options }: ImportFlags,
  named: Named,
  load: (db: Db, file: string, options: HistoryOptions) => Promise<HistorySummary>,
): Promise<void> {
  requireFile(file);
  const summary = await withStoreOrCreate((db) => readNamed(file, load(db, file, options)));
  print(summary, { ...(json && { json }) }, () => describeSummary(file, named, summary));
  if (summary.outcome === 'refused') commandContext().exitCode = 1;
}

/**
 * Writes customers or orders to a new file that only its owner can read. The audit log gets who exports how many before the file is written;
 * without it there is no export.
 */
export async function runHistoryExport(
  file: string,
  { command, named, period, flags }: { command: string; named: Named; period: Period; flags: OutputOptions },
  count: (db: Db) => Promise<number>,
  exportTo: (db: Db, write: (text: string) => Promise<unknown>) => Promise<number>,
): Promise<void> {
  requireNewFile(file);
  const exported = await withStore(async (db) => {
    const planned = await count(db);
    const detail = { [named.many]: planned, from: period.from, until: period.until };
    await write(db, (tx) => recordAudit(tx, { actor: `owner:${userName()}`, action: command, subject: basename(file), detail }));
    let written = 0;
    await writeAtomically(file, async (append) => {
      written = await exportTo(db, append);
    });
    return written;
  });
  print({ file, [named.many]: exported }, flags, () => green(`${file}: ${formatCount(exported, named.one, named.many)}`));
}

/** The contact that an owner names, an email address or an Indian mobile number; undefined for other text. */
export function parseContact(text: string): Contacts | undefined {
  const phone = readMobile(text);
  if (phone !== null) return { mailbox: null, phone };
  const parsed = email.safeParse(text);
  return parsed.success ? { mailbox: toMailbox(parsed.data), phone: null } : undefined;
}
