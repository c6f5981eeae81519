import { write } from '#api/database/transaction.ts';
import { legalKeys, NO_GSTIN } from '#api/services/health/legal-details.ts';
import { defaultSettings, readSettings, updateSettings } from '#api/services/store/settings.ts';
import { formatTable, green, type OutputOptions, print, yellow } from '#cli/output/print.ts';
import { openFiles, withStore, withStoreOrCreate } from '#cli/store/open-store.ts';
import { readSettingsChange, settingKeys } from '#cli/store/settings-change.ts';
import type { StoreSettings } from '#lib/contract/store.ts';
import { findReadableBackground } from '#lib/rules/theme/contrast.ts';

/** Longer values are truncated, in characters. */
const MAX_SHOWN_LENGTH = 90;

/** What pages show for a setting that has no default of its own. */
const fallbacks: Partial<Record<string, string>> = {
  logo: 'the name',
  announcement: 'what shipping costs',
  tagline: 'the largest categories',
  search_terms: 'nine terms that find something here',
  picture_ratio: 'that of most pictures',
  return_days: 'not said',
  country_of_origin_filter: 'false',
  'legal.grievance_officer_designation': 'Grievance Officer',
};

/** The value of a key such as `store_name` or `legal.gstin`, on one line that fits a terminal; '' for none. */
function show(settings: StoreSettings, key: string): string {
  const { legal, ...others } = settings;
  const part = legalKeys.find((name) => `legal.${name}` === key);
  const value: unknown = part ? legal?.[part] : others[key as keyof typeof others];
  if (part === 'gstin' && legal?.gst_registered === false) return NO_GSTIN;
  const text = (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).replace(/\s+/g, ' ');
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH - 1)}…` : text;
}

function describe(settings: StoreSettings): string {
  const rows = settingKeys.map((setting) => ({
    setting,
    value: show(settings, setting),
    default: show(defaultSettings, setting) || (fallbacks[setting] ?? ''),
  }));
  return [formatTable(rows), '', 'Also: store pages (texts), store home, store menu, store shipping, store tax'].join('\n');
}

export async function showTheme(flags: OutputOptions): Promise<void> {
  print(await withStore((db) => readSettings(db)), flags, describe);
}

/** A sentence for each colour of a change on which text is hard to read, with the nearest one on which it is not. */
const findFaintColours = (settings: StoreSettings, assignments: readonly string[]): string[] =>
  assignments.flatMap((assignment) => {
    const key = assignment.slice(0, assignment.indexOf('='));
    const colour = key.endsWith('Color') ? settings[key as 'backgroundColor'] : undefined;
    const better = colour && findReadableBackground(colour);
    return better
      ? [yellow(`Text on ${key}=${colour} is hard to read; ${better} is the nearest colour on which it is not.`)]
      : [];
  });

export async function changeTheme(assignments: string[], flags: OutputOptions): Promise<void> {
  const settings = await withStoreOrCreate(async (db) => {
    const change = await readSettingsChange(assignments, (await openFiles()).pictures);
    return write(db, (tx) => updateSettings(tx, change));
  });
  print(settings, flags, (value) => [green('Saved.'), ...findFaintColours(value, assignments), describe(value)].join('\n'));
}
