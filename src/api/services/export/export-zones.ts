import { BYTE_ORDER_MARK, formatCsvLine } from '#api/services/export/format-csv.ts';
import { type ZoneColumn, zoneColumnKeys, zoneColumns } from '#api/services/import/zones/read-zone-file.ts';
import { EVERYWHERE_ELSE } from '#api/services/shipping/zone.ts';
import type { ZoneWithAreas } from '#api/services/shipping/zones.ts';
import { toRupees } from '#lib/rules/money.ts';

/** Pincodes of one cell; a spreadsheet's cell holds 32,767 characters. */
const PINCODES_PER_CELL = 4000;

type ZoneCells = Partial<Record<ZoneColumn, string>>;

const money = (paise: number | null): string => (paise === null ? '' : toRupees(paise));

/** Rows of a zone: the first has all but further slabs and pincodes. */
function toRows(zone: ZoneWithAreas): ZoneCells[] {
  const pincodes = zone.areas.filter((area) => /^\d/.test(area));
  const states = zone.areas.filter((area) => area === EVERYWHERE_ELSE || /^\D/.test(area));
  const { days, slabs, cod } = zone;
  const count = Math.max(1, slabs.length, Math.ceil(pincodes.length / PINCODES_PER_CELL));
  const rows = Array.from({ length: count }, (_, i): ZoneCells => {
    const slab = slabs[i];
    return {
      zone: zone.name,
      pincodes: pincodes.slice(i * PINCODES_PER_CELL, (i + 1) * PINCODES_PER_CELL).join(' '),
      ...(slab && {
        [zone.slabBy === 'weight' ? 'gramsFrom' : 'orderFrom']:
          zone.slabBy === 'weight' ? String(slab.from) : toRupees(slab.from),
        charge: toRupees(slab.charge),
      }),
    };
  });
  rows[0] = {
    ...rows[0],
    states: states.join(', '),
    days: days ? (days.from === days.to ? String(days.to) : `${days.from} to ${days.to}`) : '',
    freeFrom: money(zone.freeFrom),
    cod: cod ? 'yes' : 'no',
    codFee: cod && cod.fee > 0 ? toRupees(cod.fee) : '',
    codUpTo: money(cod?.max ?? null),
  };
  return rows;
}

/** The zones as a CSV file, which an import reads as the same zones. */
export const formatZones = (zones: readonly ZoneWithAreas[]): string =>
  BYTE_ORDER_MARK +
  [zoneColumns, ...zones.flatMap(toRows)]
    .map((row: ZoneCells) => formatCsvLine(zoneColumnKeys.map((key) => row[key] ?? '')))
    .join('');
