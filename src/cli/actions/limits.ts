import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { type LimitName, limitDefinitions, limitNames } from '#api/services/limits/store-limit-defaults.ts';
import { readLimits, setLimits } from '#api/services/limits/store-limits.ts';
import { splitKnown } from '#cli/arguments/numbers-and-dates.ts';
import { formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { withStore } from '#cli/store/open-store.ts';
import { PAISE_PER_RUPEE, toRupees } from '#lib/rules/money.ts';

/** A count, or rupees. */
const MAX_VALUE = 1_000_000_000;

/** Parses a limit: null for none, undefined for the default, paise for amounts. Throws `CommandFailed` for anything else. */
function readValue(name: LimitName, text: string): number | null | undefined {
  if (text === '') return undefined;
  if (text === 'off') return null;
  const isAmount = limitDefinitions[name].unit === 'paise';
  const pattern = isAmount ? /^\d{1,8}(\.\d{1,2})?$/ : /^\d{1,10}$/;
  const factor = isAmount ? PAISE_PER_RUPEE : 1;
  const value = pattern.test(text) ? Math.round(Number(text) * factor) : Number.NaN;
  if (value <= MAX_VALUE * factor) return value;
  throw new CommandFailed(
    `${name} must be ${isAmount ? 'an amount in rupees' : 'a whole number'}, "off" or empty, but is "${text}"`,
  );
}

function readAssignment(assignment: string): [LimitName, number | null | undefined] {
  const [name, value] = splitKnown(assignment, 'name=value', 'limit', limitNames);
  return [name, readValue(name, value)];
}

const formatLimit = (name: LimitName, value: number | null): string =>
  value === null ? 'off' : limitDefinitions[name].unit === 'paise' ? toRupees(value) : String(value);

async function readLimitRows(db: Db) {
  const limits = await readLimits(db);
  return limitNames.map((limit) => ({
    limit,
    value: formatLimit(limit, limits[limit]),
    default: formatLimit(limit, limitDefinitions[limit].fallback),
    about: limitDefinitions[limit].about,
  }));
}

const describe = (rows: Awaited<ReturnType<typeof readLimitRows>>): string => formatTable(rows, ['value', 'default']);

export async function showLimits(flags: OutputOptions): Promise<void> {
  print(await withStore(readLimitRows), flags, describe);
}

export async function changeLimits(assignments: string[], flags: OutputOptions): Promise<void> {
  const changes = Object.fromEntries(assignments.map(readAssignment));
  const rows = await withStore(async (db) => {
    await write(db, (tx) => setLimits(tx, changes));
    return readLimitRows(db);
  });
  print(rows, flags, (value) => `${green('Saved.')}\n${describe(value)}`);
}
