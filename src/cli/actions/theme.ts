import { write } from '#api/database/transaction.ts';
import { readSettings, updateSettings } from '#api/services/store/settings.ts';
import { formatTable } from '#cli/output/format-table.ts';
import { green, type OutputOptions, print } from '#cli/output/print.ts';
import { withStore, withStoreOrCreate } from '#cli/store/open-store.ts';
import { openFiles } from '#cli/store/picture-and-backup-storage.ts';
import { readSettingsChange } from '#cli/store/settings-change.ts';
import type { StoreSettings } from '#lib/contract/store.ts';

/** Longer values are truncated, in characters. */
const MAX_SHOWN_LENGTH = 90;

/** Formats settings one per line; truncates long texts to fit a terminal. */
function describe(settings: StoreSettings): string {
  const short = (value: unknown) => {
    const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s+/g, ' ');
    return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH - 1)}…` : text;
  };
  const rows = Object.entries(settings).map(([setting, value]) => ({ setting, value: short(value ?? '') }));
  return formatTable(rows, ['setting', 'value']);
}

export async function showTheme(flags: OutputOptions): Promise<void> {
  print(await withStore((db) => readSettings(db)), flags, describe);
}

export async function changeTheme(assignments: string[], flags: OutputOptions): Promise<void> {
  const settings = await withStoreOrCreate(async (db) => {
    const change = await readSettingsChange(assignments, (await openFiles()).pictures);
    return write(db, (tx) => updateSettings(tx, change));
  });
  print(settings, flags, (value) => `${green('Saved.')}\n${describe(value)}`);
}
