import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { write } from '#api/database/transaction.ts';
import { inspectConfiguration } from '#api/environment/configuration.ts';
import { tryShopConfig } from '#api/extend/load-shop-config.ts';
import { formatZones } from '#api/services/export/export-zones.ts';
import { readZoneFile } from '#api/services/import/zones/read-zone-file.ts';
import { readDispatchTimes, setDispatchTimes } from '#api/services/shipping/dispatch-times.ts';
import type { ChosenRule } from '#api/services/shipping/shipping-rule.ts';
import type { ShippingZone } from '#api/services/shipping/zone.ts';
import { findZone, readZones, replaceZones, type ZoneWithAreas } from '#api/services/shipping/zones.ts';
import { requireNewFile } from '#cli/arguments/file-paths.ts';
import { splitKnown } from '#cli/arguments/numbers-and-dates.ts';
import { readRowsOfFile } from '#cli/arguments/rows-of-file.ts';
import { formatCount, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed, commandContext } from '#cli/process/command.ts';
import { withStore } from '#cli/store/open-store.ts';
import { pincode as pincodeField } from '#lib/contract/fields.ts';
import { formatDeliveryDate } from '#lib/rules/dates.ts';
import { formatPaise } from '#lib/rules/money.ts';
import { type DispatchTimes, estimateDelivery } from '#lib/rules/shipping/delivery-date.ts';

interface ZoneChanges {
  added: string[];
  changed: string[];
  removed: string[];
}

const withSortedAreas = (zone: ZoneWithAreas): ZoneWithAreas => ({ ...zone, areas: zone.areas.toSorted() });

function compareZones(before: readonly ZoneWithAreas[], after: readonly ZoneWithAreas[]): ZoneChanges {
  const old = new Map(before.map((zone) => [zone.name, withSortedAreas(zone)]));
  const names = new Set(after.map(({ name }) => name));
  const isChanged = (zone: ZoneWithAreas): boolean =>
    old.has(zone.name) && !isDeepStrictEqual(old.get(zone.name), withSortedAreas(zone));
  return {
    added: after.filter(({ name }) => !old.has(name)).map(({ name }) => name),
    changed: after.filter(isChanged).map(({ name }) => name),
    removed: before.filter(({ name }) => !names.has(name)).map(({ name }) => name),
  };
}

function describeChanges(changes: ZoneChanges): string {
  const lines = Object.entries(changes).flatMap(([what, names]: [string, string[]]) =>
    names.length === 0 ? [] : [`${names.length} ${what}: ${names.join(', ')}`],
  );
  return lines.length === 0 ? 'No zone changes.' : lines.join('\n');
}

/** Replaces the shipping zones by those of a file; a dry run only says what would change. */
export async function importZones(file: string, flags: OutputOptions & { dryRun?: boolean }): Promise<void> {
  const { zones } = await readRowsOfFile(file, readZoneFile);
  const changes = await withStore(async (db) => {
    if (flags.dryRun) return compareZones(await readZones(db), zones);
    return write(db, async (tx) => {
      const found = compareZones(await readZones(tx), zones);
      await replaceZones(tx, zones);
      return found;
    });
  });
  print({ zones: zones.length, dry_run: flags.dryRun === true, ...changes }, flags, () =>
    [
      flags.dryRun ? 'Dry run, nothing is changed.' : green('Saved.'),
      describeChanges(changes),
      zones.length === 0 ? 'There are no zones: the charges of "store shipping show" apply everywhere.' : '',
    ]
      .filter(Boolean)
      .join('\n'),
  );
}

export async function exportZones(file: string): Promise<void> {
  requireNewFile(file);
  const zones = await withStore(readZones);
  writeFileSync(file, formatZones(zones), { flag: 'wx' });
  print(zones.length, {}, (count) => `${green('Saved.')} ${formatCount(count, 'zone')} in ${file}`);
}

const describeSlab = ({ slabBy }: ShippingZone, { from, charge }: ShippingZone['slabs'][number]): string => {
  const amount = charge === 0 ? 'Free' : formatPaise(charge);
  return from === 0 ? amount : `${amount} from ${slabBy === 'weight' ? `${from} g` : formatPaise(from)}`;
};

function describeZone(zone: ShippingZone, by: string | undefined): string {
  const { days, slabs, freeFrom, cod } = zone;
  const codLimit = cod === null || cod.max === null ? '' : `, up to ${formatPaise(cod.max)}`;
  const codFee = cod !== null && cod.fee > 0 ? `, fee ${formatPaise(cod.fee)}` : '';
  return [
    `Zone: ${zone.name}`,
    `Shipping: ${slabs.map((slab) => describeSlab(zone, slab)).join(', ')}${freeFrom === null ? '' : `; free from ${formatPaise(freeFrom)}`}`,
    ...(days
      ? [`Days: ${days.from === days.to ? days.to : `${days.from} to ${days.to}`}${by ? `, ${formatDeliveryDate(by)}` : ''}`]
      : []),
    `Cash on delivery: ${cod === null ? 'no' : `yes${codFee}${codLimit}`}`,
  ].join('\n');
}

/** Shows what the zones say about one pincode. */
export async function showZoneOfPincode(text: string, flags: OutputOptions): Promise<void> {
  const parsed = pincodeField.safeParse(text);
  if (!parsed.success) throw new CommandFailed(`The pincode must have 6 digits, but is "${text}"`);
  const { zone, times } = await withStore(async (db) => ({
    zone: await findZone(db, parsed.data),
    times: await readDispatchTimes(db),
  }));
  const by = zone?.days ? estimateDelivery(zone.days.to, times, new Date()) : undefined;
  const name = (await readChosenRule())?.rule.name;
  const found = { pincode: parsed.data, served: zone !== null, zone: zone ?? null, by: by ?? null, ...(name && { rule: name }) };
  print(found, flags, () => {
    const instead = name ? `${describeRule(name)}\n` : '';
    if (zone === undefined)
      return `${instead}The shop has no shipping zones: the charges of "store shipping show" apply everywhere.`;
    return instead + (zone === null ? `${parsed.data} is not served: no zone has it.` : describeZone(zone, by));
  });
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const;

const splitList = (value: string): string[] => value.split(/[\s,;]+/).filter(Boolean);

/** Parses one setting of the dispatch times. Throws `CommandFailed`. */
function readDispatchSetting(assignment: string): Partial<DispatchTimes> {
  const [key, value] = splitKnown(assignment, 'name=value', 'setting', ['cut_off', 'closed_days', 'closed_dates']);
  switch (key) {
    case 'cut_off': {
      const hour = Number(value);
      if (value !== '' && !(/^\d{1,2}$/.test(value) && hour >= 1 && hour <= 23))
        throw new CommandFailed(`cut_off must be an hour from 1 to 23, or empty, but is "${value}"`);
      return { cutOffHour: value === '' ? null : hour };
    }
    case 'closed_days': {
      const closedWeekdays = splitList(value).map((name) => {
        const day = weekdays.findIndex((weekday) => name.toLowerCase().startsWith(weekday));
        if (day < 0) throw new CommandFailed(`closed_days must be weekdays such as "sun", but has "${name}"`);
        return day;
      });
      if (new Set(closedWeekdays).size === weekdays.length) throw new CommandFailed('closed_days must leave one day open');
      return { closedWeekdays: [...new Set(closedWeekdays)].sort() };
    }
    case 'closed_dates': {
      const closedDates = splitList(value);
      for (const date of closedDates) {
        const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
        if (Number.isNaN(time) || !new Date(time).toISOString().startsWith(date))
          throw new CommandFailed(`closed_dates must be dates such as 2026-12-25, but has "${date}"`);
      }
      return { closedDates: [...new Set(closedDates)].sort() };
    }
  }
}

/** Changes when parcels are dispatched, or shows it when there are no changes. */
export async function changeDispatch(assignments: string[], flags: OutputOptions): Promise<void> {
  const changes = Object.assign({}, ...assignments.map(readDispatchSetting)) as Partial<DispatchTimes>;
  const times = await withStore(async (db) => {
    if (assignments.length > 0) await write(db, (tx) => setDispatchTimes(tx, changes));
    return readDispatchTimes(db);
  });
  const { cutOffHour, closedWeekdays, closedDates } = times;
  const value = { cut_off: cutOffHour, closed_days: closedWeekdays.map((day) => weekdays[day]), closed_dates: closedDates };
  print(value, flags, () =>
    [
      ...(assignments.length > 0 ? [green('Saved.')] : []),
      `cut_off: ${cutOffHour === null ? 'none' : `${cutOffHour}:00 in Indian time`}`,
      `closed_days: ${value.closed_days.join(', ') || 'none'}`,
      `closed_dates: ${closedDates.join(', ') || 'none'}`,
    ].join('\n'),
  );
}

/** The shipping rule that the shop uses; undefined without one. */
export async function readChosenRule(): Promise<ChosenRule | undefined> {
  const { env } = commandContext();
  const { shopConfig } = await tryShopConfig(env);
  return inspectConfiguration(env, shopConfig).configuration.shipping;
}

export const describeRule = (rule: string): string =>
  `The shipping rule ${rule} of shop.config.ts charges instead of the shop's zones and charges, which apply while it fails.`;
