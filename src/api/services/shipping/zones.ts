import type { Selectable } from 'kysely';
import { bumpRevision } from '#api/database/catalogue-revision.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { ShippingZoneTable } from '#api/database/schema/shipping.ts';
import { findPincodeRegions } from '#api/services/pincodes/find-pincode-regions.ts';
import type { ShippingCharges } from '#lib/contract/store.ts';
import { type Charges, toCharges } from '#lib/rules/charges.ts';
import { STORE_KEY } from '#lib/rules/http/surrogate-keys.ts';
import type { HighestShipping } from './shipping-rule.ts';
import { areasOfPincode, EVERYWHERE_ELSE, highestCharges, type ShippingSlab, type ShippingZone } from './zone.ts';

/** A zone with the areas to which it applies: pincodes, first digits of pincodes, names of States, or `*`. */
export interface ZoneWithAreas extends ShippingZone {
  areas: readonly string[];
}

/** Rows of one statement; each has two parameters, of which SQLite and PostgreSQL take 32,766. */
const AREAS_PER_STATEMENT = 5000;

const toZone = (row: Selectable<ShippingZoneTable>): ShippingZone => ({
  name: row.name,
  days: row.days_from === null || row.days_to === null ? null : { from: row.days_from, to: row.days_to },
  slabBy: row.slab_by,
  slabs: JSON.parse(row.slabs) as ShippingSlab[],
  freeFrom: row.free_from,
  cod: row.takes_cod ? { fee: row.cod_fee, max: row.cod_max } : null,
});

const toZoneRow = (zone: ShippingZone, id: number): ShippingZoneTable => ({
  id,
  name: zone.name,
  days_from: zone.days?.from ?? null,
  days_to: zone.days?.to ?? null,
  slab_by: zone.slabBy,
  slabs: JSON.stringify(zone.slabs),
  free_from: zone.freeFrom,
  takes_cod: zone.cod ? 1 : 0,
  cod_fee: zone.cod?.fee ?? 0,
  cod_max: zone.cod?.max ?? null,
});

/** Reads the zones in the order of the owner's file, with their areas in order. */
export async function readZones(db: Db): Promise<ZoneWithAreas[]> {
  const zones = await db.selectFrom('shipping_zone').selectAll().orderBy('id').execute();
  const areas = await db.selectFrom('shipping_area').selectAll().orderBy('area').execute();
  const byZone = Map.groupBy(areas, ({ zone_id }) => zone_id);
  return zones.map((row) => ({ ...toZone(row), areas: (byZone.get(row.id) ?? []).map(({ area }) => area) }));
}

const toFlatZone = (name: string, { shipping, freeFrom, codFee }: Charges): ShippingZone => ({
  name,
  days: null,
  slabBy: 'value',
  slabs: [{ from: 0, charge: shipping }],
  freeFrom,
  cod: { fee: codFee, max: null },
});

/**
 * Reads the most that the zones charge; undefined when there are none. In a shop with a rule, the most that the rule and what the shop charges
 * when it fails come to: its zones, or the `shipping` of its settings.
 */
export async function readHighestCharges(
  db: Db,
  rule?: { ofRule: HighestShipping; shipping: ShippingCharges | undefined },
): Promise<Charges | undefined> {
  const zones = (await db.selectFrom('shipping_zone').selectAll().execute()).map(toZone);
  if (rule) {
    const { charge, freeFrom = null, codFee = 0 } = rule.ofRule;
    const own = zones.length > 0 ? zones : [toFlatZone('', toCharges(rule.shipping))];
    return highestCharges([toFlatZone('', { shipping: charge, freeFrom, codFee }), ...own], false);
  }
  if (zones.length === 0) return undefined;
  const rest = db.selectFrom('shipping_area').select('area').where('area', '=', EVERYWHERE_ELSE);
  return highestCharges(zones, (await rest.executeTakeFirst()) !== undefined);
}

/** Replaces all zones. Bumps the revision, because every page shows what shipping costs. */
export async function replaceZones(tx: Tx, zones: readonly ZoneWithAreas[]): Promise<void> {
  await tx.deleteFrom('shipping_area').execute();
  await tx.deleteFrom('shipping_zone').execute();
  await bumpRevision(tx, [STORE_KEY]);
  if (zones.length === 0) return;
  await tx
    .insertInto('shipping_zone')
    .values(zones.map((zone, i) => toZoneRow(zone, i + 1)))
    .execute();
  const rows = zones.flatMap(({ areas }, i) => areas.map((area) => ({ area, zone_id: i + 1 })));
  for (let start = 0; start < rows.length; start += AREAS_PER_STATEMENT) {
    const some = rows.slice(start, start + AREAS_PER_STATEMENT);
    await tx.insertInto('shipping_area').values(some).execute();
  }
}

/**
 * Finds the zone of a pincode: that of the pincode itself, else of its longest prefix, else of its State, else of everywhere else. Returns
 * null when the pincode is not served, and undefined when the shop has no zones.
 */
export async function findZone(db: Db, pincode: string): Promise<ShippingZone | null | undefined> {
  const areas = areasOfPincode(pincode, findPincodeRegions(pincode)[0]?.state);
  const rows = await db
    .selectFrom('shipping_zone')
    .leftJoin('shipping_area', (join) =>
      join.onRef('shipping_area.zone_id', '=', 'shipping_zone.id').on('shipping_area.area', 'in', areas),
    )
    .selectAll('shipping_zone')
    .select('shipping_area.area')
    .execute();
  if (rows.length === 0) return undefined;
  for (const area of areas) {
    const row = rows.find((candidate) => candidate.area === area);
    if (row) return toZone(row);
  }
  return null;
}
