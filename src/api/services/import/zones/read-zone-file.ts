import type { RowError } from '#api/services/import/read/imported-product.ts';
import { parsePrice } from '#api/services/import/read/parse-price.ts';
import { unescapeFormula } from '#api/services/import/tables/read-csv.ts';
import { readTable } from '#api/services/import/tables/read-table.ts';
import { findStateByName } from '#api/services/invoices/gst-state-codes.ts';
import { EVERYWHERE_ELSE, type ShippingSlab } from '#api/services/shipping/zone.ts';
import type { ZoneWithAreas } from '#api/services/shipping/zones.ts';
import { toAsciiDigits } from '#lib/contract/text/typed-text.ts';

/** The columns of a file of shipping zones, as exported. Units: rupees, grams, working days. */
export const zoneColumns = {
  zone: 'Zone',
  pincodes: 'Pincodes',
  states: 'States',
  days: 'Days',
  orderFrom: 'Order From',
  gramsFrom: 'Grams From',
  charge: 'Charge',
  freeFrom: 'Free From',
  cod: 'COD',
  codFee: 'COD Fee',
  codUpTo: 'COD Up To',
} as const;

export type ZoneColumn = keyof typeof zoneColumns;

export const zoneColumnKeys = Object.keys(zoneColumns) as ZoneColumn[];

/** The most zones of a shop; a quote reads all. */
const MAX_SHIPPING_ZONES = 100;
/** The most working days until delivery. */
const MAX_DELIVERY_DAYS = 60;
/** The highest weight of a slab in grams. */
const MAX_SLAB_GRAMS = 1_000_000;
const MAX_ZONE_NAME = 60;

export interface ZoneFile {
  zones: ZoneWithAreas[];
  errors: RowError[];
}

type ZoneCells = Record<ZoneColumn, string>;
type Report = (column: ZoneColumn, reason: string) => undefined;

/** A zone whose rows are being read; a setting is absent until a row has it. */
interface Draft {
  name: string;
  line: number;
  areas: string[];
  slabs: Map<number, number>;
  slabBy?: 'weight' | 'value';
  settings: Partial<Record<'days' | 'freeFrom' | 'cod' | 'codFee' | 'codUpTo', { text: string; value: unknown }>>;
}

function readPaise(cells: ZoneCells, column: ZoneColumn, report: Report): number | undefined {
  const price = parsePrice(cells[column]);
  return typeof price === 'number' ? price : report(column, price.error);
}

function readDays(cells: ZoneCells, report: Report): { from: number; to: number } | undefined {
  const found = /^(\d{1,2})(?:\s*(?:-|–|to)\s*(\d{1,2}))?$/.exec(toAsciiDigits(cells.days));
  const from = Number(found?.[1]);
  const to = Number(found?.[2] ?? found?.[1]);
  if (found && from <= to && to <= MAX_DELIVERY_DAYS) return { from, to };
  return report('days', `must be working days such as "3" or "2 to 4", at most ${MAX_DELIVERY_DAYS}, but is "${cells.days}"`);
}

function readYesNo(cells: ZoneCells, report: Report): boolean | undefined {
  if (/^(?:yes|y|true|1)$/i.test(cells.cod)) return true;
  if (/^(?:no|n|false|0)$/i.test(cells.cod)) return false;
  return report('cod', `must be "yes" or "no", but is "${cells.cod}"`);
}

function readAreas(cells: ZoneCells, report: Report): string[] {
  const pincodes = toAsciiDigits(cells.pincodes)
    .split(/[\s,;]+/)
    .filter(Boolean);
  const states = cells.states
    .split(/[,;]/)
    .map((name) => name.trim())
    .filter(Boolean);
  return [
    ...pincodes.flatMap((text) => {
      const digits = text.replace(/[*x]+$/i, '');
      if (/^[1-9]\d{0,5}$/.test(digits)) return [digits];
      report('pincodes', `must be pincodes or their first digits, such as "560001 57*", but has "${text}"`);
      return [];
    }),
    ...states.flatMap((name) => {
      const state = name === EVERYWHERE_ELSE ? name : findStateByName(name)?.name;
      if (state) return [state];
      report('states', `must be names of States, or * for everywhere else, but has "${name}"`);
      return [];
    }),
  ];
}

/** Adds the charge of a row, from the order value or weight that it names. */
function addSlab(draft: Draft, cells: ZoneCells, report: Report): undefined {
  const { charge, gramsFrom, orderFrom } = cells;
  if (gramsFrom && orderFrom) return report('gramsFrom', 'and Order From cannot both be set');
  if (!charge) {
    if (gramsFrom || orderFrom) report('charge', 'is missing; enter 0 for free shipping');
    return undefined;
  }
  const paise = readPaise(cells, 'charge', report);
  const slabBy = gramsFrom ? 'weight' : orderFrom ? 'value' : undefined;
  if (slabBy && draft.slabBy && slabBy !== draft.slabBy)
    return report(
      slabBy === 'weight' ? 'gramsFrom' : 'orderFrom',
      'differs from another row: a zone charges by weight or by order value',
    );
  let from: number | undefined = 0;
  if (orderFrom) from = readPaise(cells, 'orderFrom', report);
  if (gramsFrom) {
    const grams = toAsciiDigits(gramsFrom).replace(/,|\s*g$/gi, '');
    from = /^\d{1,7}$/.test(grams) && Number(grams) <= MAX_SLAB_GRAMS ? Number(grams) : undefined;
    if (from === undefined) report('gramsFrom', `must be whole grams up to ${MAX_SLAB_GRAMS}, but is "${gramsFrom}"`);
  }
  if (paise === undefined || from === undefined) return undefined;
  if (slabBy) draft.slabBy = slabBy;
  if (draft.slabs.has(from)) return report('charge', 'is set twice for the same order value or weight');
  draft.slabs.set(from, paise);
  return undefined;
}

/** Sets what a zone has once; another row may repeat it. */
function setSettings(draft: Draft, cells: ZoneCells, report: Report): void {
  const readers = {
    days: () => readDays(cells, report),
    freeFrom: () => readPaise(cells, 'freeFrom', report),
    cod: () => readYesNo(cells, report),
    codFee: () => readPaise(cells, 'codFee', report),
    codUpTo: () => readPaise(cells, 'codUpTo', report),
  };
  for (const key of Object.keys(readers) as (keyof typeof readers)[]) {
    const text = cells[key];
    if (!text) continue;
    const before = draft.settings[key];
    if (!before) draft.settings[key] = { text, value: readers[key]() };
    else if (before.text !== text) report(key, `is "${text}", but "${before.text}" in an earlier row of the zone`);
  }
}

function finish(draft: Draft, report: (line: number, column: ZoneColumn, reason: string) => undefined): ZoneWithAreas {
  const { name, line, areas, settings } = draft;
  const slabs = [...draft.slabs].map(([from, charge]): ShippingSlab => ({ from, charge })).sort((a, b) => a.from - b.from);
  if (areas.length === 0) report(line, 'pincodes', 'or States must be set');
  if (slabs.length > 0 && slabs[0]?.from !== 0)
    report(line, 'charge', 'must also be set for the smallest orders, with Order From or Grams From 0');
  const takesCod = settings.cod?.value ?? true;
  if (!takesCod && (settings.codFee || settings.codUpTo)) report(line, 'cod', 'is "no", so COD Fee and COD Up To must be empty');
  return {
    name,
    areas,
    slabBy: draft.slabBy ?? 'value',
    slabs: slabs.length > 0 ? slabs : [{ from: 0, charge: 0 }],
    days: (settings.days?.value as ZoneWithAreas['days'] | undefined) ?? null,
    freeFrom: (settings.freeFrom?.value as number | undefined) ?? null,
    cod: takesCod
      ? { fee: (settings.codFee?.value as number | undefined) ?? 0, max: (settings.codUpTo?.value as number | undefined) ?? null }
      : null,
  };
}

/** Finds the place of each column; reports those that are missing or unknown. */
function readHeader(
  cells: readonly string[],
  report: (column: string, reason: string) => void,
): Partial<Record<ZoneColumn, number>> {
  const places: Partial<Record<ZoneColumn, number>> = {};
  for (const [place, name] of cells.entries()) {
    const key = zoneColumnKeys.find((column) => zoneColumns[column].toLowerCase() === name.trim().toLowerCase());
    if (key) places[key] = place;
    else if (name.trim())
      report(name.trim(), `is no column of shipping zones; they are: ${Object.values(zoneColumns).join(', ')}`);
  }
  if (places.zone === undefined) report(zoneColumns.zone, 'is missing');
  return places;
}

/** Reads a file of shipping zones: rows with the same zone belong together. Throws `MalformedCsv` and `NoCsv`. */
export async function readZoneFile(file: string): Promise<ZoneFile> {
  const errors: RowError[] = [];
  const drafts = new Map<string, Draft>();
  const zoneOfArea = new Map<string, string>();
  let places: Partial<Record<ZoneColumn, number>> | undefined;
  for await (const { line, cells: values } of readTable(file)) {
    if (!places) {
      places = readHeader(values, (column, reason) => errors.push({ line, column, reason }));
      continue;
    }
    const found = places;
    const read = (column: ZoneColumn): string => unescapeFormula(values[found[column] ?? -1] ?? '').trim();
    const cells = Object.fromEntries(zoneColumnKeys.map((column) => [column, read(column)])) as ZoneCells;
    if (Object.values(cells).every((cell) => cell === '')) continue;
    const report: Report = (column, reason) => void errors.push({ line, column: zoneColumns[column], reason });
    if (cells.zone === '' || cells.zone.length > MAX_ZONE_NAME) {
      report('zone', `must be a name of at most ${MAX_ZONE_NAME} characters`);
      continue;
    }
    const draft: Draft = drafts.get(cells.zone) ?? { name: cells.zone, line, areas: [], slabs: new Map(), settings: {} };
    drafts.set(cells.zone, draft);
    for (const area of readAreas(cells, report)) {
      const other = zoneOfArea.get(area);
      if (other !== undefined)
        report(/^\d/.test(area) ? 'pincodes' : 'states', `has "${area}", which is already in the zone ${other}`);
      else draft.areas.push(area);
      zoneOfArea.set(area, draft.name);
    }
    addSlab(draft, cells, report);
    setSettings(draft, cells, report);
  }
  const zones = [...drafts.values()].map((draft) =>
    finish(draft, (line, column, reason) => void errors.push({ line, column: zoneColumns[column], reason })),
  );
  if (!places) errors.push({ line: 1, column: zoneColumns.zone, reason: 'is missing: the file is empty' });
  const extra = zones.length > MAX_SHIPPING_ZONES ? [...drafts.values()][MAX_SHIPPING_ZONES] : undefined;
  if (extra)
    errors.push({ line: extra.line, column: zoneColumns.zone, reason: `is one of more than ${MAX_SHIPPING_ZONES} zones` });
  return { zones, errors: errors.sort((a, b) => a.line - b.line) };
}
