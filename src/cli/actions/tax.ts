import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { formatRate, parseRate } from '#api/services/invoices/calculate-tax.ts';
import { normaliseGstin } from '#api/services/invoices/gstin.ts';
import { listSellers, type SellerParticulars, setSellerParticulars } from '#api/services/invoices/seller-particulars.ts';
import { readTaxDefaults, setTaxDefaults, type TaxDefaults } from '#api/services/invoices/tax-defaults.ts';
import { readSettings } from '#api/services/store/settings.ts';
import { splitKnown } from '#cli/arguments/numbers-and-dates.ts';
import { dim, formatTable, green, type OutputOptions, print, yellow } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { withStore } from '#cli/store/open-store.ts';

/** Defaults, the store's own particulars and those of other sellers. */
async function readTax(db: Db) {
  const { legal, store_name } = await readSettings(db);
  const { gst_rate, hsn } = await readTaxDefaults(db);
  return {
    gst_rate: gst_rate === null ? null : formatRate(gst_rate),
    hsn,
    store: { name: store_name, gstin: normaliseGstin(legal?.gstin) ?? null },
    sellers: await listSellers(db),
  };
}

function describe({ gst_rate, hsn, store, sellers }: Awaited<ReturnType<typeof readTax>>): string {
  const rows = sellers.map(({ name, kind, gstin, legal_name, address }) => ({
    seller: name,
    kind,
    gstin: gstin ?? '',
    legal_name: legal_name ?? '',
    address: address ?? '',
  }));
  const storeGstin = store.gstin ?? yellow('no valid GSTIN; set it: store theme set legal.gstin=…');
  return [
    `Default GST rate: ${gst_rate === null ? dim('not set') : `${gst_rate} %`}`,
    `Default HSN: ${hsn ?? dim('not set')}`,
    `${store.name}: ${storeGstin}`,
    ...(rows.length > 0 ? ['', formatTable(rows)] : []),
  ].join('\n');
}

/** Parses assignments of the named settings. Throws `CommandFailed` for another name or an invalid value. */
function readAssignments<Name extends string, Value>(
  assignments: readonly string[],
  parsers: Record<Name, (value: string) => Value>,
): Partial<Record<Name, Value | null>> {
  const known = Object.keys(parsers) as Name[];
  return Object.fromEntries(
    assignments.map((assignment) => {
      const [name, value] = splitKnown(assignment, 'name=value', 'setting', known);
      return [name, value === '' ? null : parsers[name](value)];
    }),
  ) as Partial<Record<Name, Value | null>>;
}

function readRate(value: string): number {
  const rate = parseRate(value);
  if (rate === undefined) throw new CommandFailed(`gst_rate must be a percentage such as 5 or 18, but is "${value}"`);
  return rate;
}

function readHsn(value: string): string {
  if (/^\d{4}(?:\d{2}){0,2}$/.test(value)) return value;
  throw new CommandFailed(`hsn must be a code of 4, 6 or 8 digits, but is "${value}"`);
}

/** Parses a GSTIN. Throws `CommandFailed` unless its format and check character are right. */
function readGstin(name: string, value: string): string {
  const gstin = normaliseGstin(value);
  if (gstin === undefined)
    throw new CommandFailed(`${name} must be a GSTIN of 15 characters, but is "${value}"; please check it`);
  return gstin;
}

export async function showTax(flags: OutputOptions): Promise<void> {
  print(await withStore(readTax), flags, describe);
}

async function save(flags: OutputOptions, change: (db: Db) => Promise<unknown>): Promise<void> {
  const tax = await withStore(async (db) => {
    await change(db);
    return readTax(db);
  });
  print(tax, flags, (value) => `${green('Saved.')}\n${describe(value)}`);
}

export async function changeTax(assignments: string[], flags: OutputOptions): Promise<void> {
  const changes = readAssignments<keyof TaxDefaults, string | number>(assignments, { gst_rate: readRate, hsn: readHsn });
  await save(flags, (db) => write(db, (tx) => setTaxDefaults(tx, changes as Partial<TaxDefaults>)));
}

export async function changeSeller(name: string, assignments: string[], flags: OutputOptions): Promise<void> {
  const changes: Partial<SellerParticulars> = readAssignments(assignments, {
    gstin: (value) => readGstin('gstin', value),
    legal_name: (value) => value,
    address: (value) => value,
  });
  await save(flags, async (db) => {
    if (!(await write(db, (tx) => setSellerParticulars(tx, name, changes))))
      throw new CommandFailed(`There is no seller "${name}"; see: store tax show`);
  });
}
