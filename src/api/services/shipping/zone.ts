import type { Charges } from '#lib/rules/charges.ts';

/** Shipping by zones of pincodes. Amounts are paise, weights are grams. */

export interface ShippingSlab {
  from: number;
  charge: number;
}

export interface ShippingZone {
  name: string;
  /** Working days from dispatch to delivery; null where the owner does not say. */
  days: { from: number; to: number } | null;
  slabBy: 'weight' | 'value';
  /** In ascending order; the first is from 0. */
  slabs: readonly ShippingSlab[];
  /** Items total from which shipping is free; null if it never is. */
  freeFrom: number | null;
  /** Null where there is no cash on delivery; `max` is the highest items total for it, null for none. */
  cod: { fee: number; max: number | null } | null;
}

export interface ShippingLine {
  price: number;
  /** Null if it is unknown, which counts as 0. */
  grams: number | null;
  quantity: number;
}

/** The area of a zone that is neither pincodes nor a State: all other places. */
export const EVERYWHERE_ELSE = '*';

/** The areas to which a pincode may belong, the closest first: itself, its prefixes, its State, everywhere else. */
export const areasOfPincode = (pincode: string, state: string | undefined): string[] => [
  ...Array.from(pincode, (_, i) => pincode.slice(0, pincode.length - i)),
  ...(state === undefined ? [] : [state]),
  EVERYWHERE_ELSE,
];

const sum = (lines: readonly ShippingLine[], of: 'price' | 'grams'): number =>
  lines.reduce((total, line) => total + (line[of] ?? 0) * line.quantity, 0);

/** The charges of a zone for one checkout of these lines. */
export function chargesOfZone({ slabBy, slabs, freeFrom, cod }: ShippingZone, lines: readonly ShippingLine[]): Charges {
  const size = sum(lines, slabBy === 'weight' ? 'grams' : 'price');
  const shipping = slabs.findLast(({ from }) => from <= size)?.charge ?? 0;
  return { shipping, freeFrom: shipping === 0 ? null : freeFrom, codFee: cod?.fee ?? 0 };
}

/** Whether cash on delivery is taken for an items total, in paise. */
export const takesCod = ({ cod }: Pick<ShippingZone, 'cod'>, items: number): boolean =>
  cod !== null && (cod.max === null || items <= cod.max);

/** What a zone with one slab charges for shipping, as text to compare. */
const termsOf = ({ slabs: [slab], freeFrom }: ShippingZone): string =>
  JSON.stringify([slab?.charge, slab?.charge ? freeFrom : null]);

const highest = (amounts: readonly number[]): number => Math.max(0, ...amounts);

/** The fewest and the most days of the zones; undefined if one does not say. */
function spanDays(zones: readonly ShippingZone[]): Charges['days'] {
  const days = zones.flatMap((zone) => zone.days ?? []);
  if (days.length < zones.length) return undefined;
  return { from: Math.min(...days.map(({ from }) => from)), to: highest(days.map(({ to }) => to)) };
}

/** The most that the zones of a shop charge, wherever an order goes. `servesAll` where one of them is for everywhere else. */
export function highestCharges(zones: readonly ShippingZone[], servesAll: boolean): Charges {
  const charged = zones.filter(({ slabs }) => slabs.some(({ charge }) => charge > 0));
  const freeFrom = charged.flatMap((zone) => zone.freeFrom ?? []);
  const days = servesAll ? spanDays(zones) : undefined;
  return {
    shipping: highest(charged.flatMap(({ slabs }) => slabs.map(({ charge }) => charge))),
    freeFrom: charged.length > 0 && freeFrom.length === charged.length ? highest(freeFrom) : null,
    codFee: highest(zones.map(({ cod }) => cod?.fee ?? 0)),
    byPincode: true,
    ...(servesAll &&
      zones.every(({ slabs }) => slabs.length === 1) &&
      new Set(zones.map(termsOf)).size === 1 && { sameEverywhere: true }),
    ...(days && { days }),
  };
}
