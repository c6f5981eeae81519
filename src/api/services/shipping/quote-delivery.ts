import type { Db } from '#api/database/schema/engine.ts';
import { refuseField } from '#api/services/refusal.ts';
import type { DeliveryQuote } from '#lib/contract/delivery.ts';
import { codRefusals, notServed } from '#lib/contract/messages/failures.ts';
import type { ShippingCharges } from '#lib/contract/store.ts';
import { type Charges, toCharges, toShippingCharges } from '#lib/rules/charges.ts';
import { toRupees } from '#lib/rules/money.ts';
import { estimateDelivery } from '#lib/rules/shipping/delivery-date.ts';
import { readDispatchTimes } from './dispatch-times.ts';
import { chargesOfZone, type ShippingLine, type ShippingZone, takesCod } from './zone.ts';
import { findZone } from './zones.ts';

/** What the shop charges for a checkout that goes to one pincode. */
export interface DeliveryTerms {
  charges: Charges;
  /** Undefined in a shop without zones. */
  zone: ShippingZone | undefined;
}

/**
 * Finds what the shop charges for these lines to a pincode: by its zones, or by the charges of its settings where it has no zones. Undefined
 * when no zone has the pincode.
 */
export async function findDelivery(
  db: Db,
  pincode: string,
  lines: readonly ShippingLine[],
  shipping: ShippingCharges | undefined,
): Promise<DeliveryTerms | undefined> {
  const zone = await findZone(db, pincode);
  if (zone === null) return undefined;
  return { zone, charges: zone ? chargesOfZone(zone, lines) : toCharges(shipping) };
}

/** As `findDelivery`. Throws a `Refusal` (422, field `pincode`) when no zone has the pincode. */
export async function requireDelivery(...of: Parameters<typeof findDelivery>): Promise<DeliveryTerms> {
  const delivery = await findDelivery(...of);
  if (!delivery) throw refuseField('pincode', notServed(of[1]));
  return delivery;
}

/** Total price of lines, in paise. */
const sumItems = (lines: readonly ShippingLine[]): number =>
  lines.reduce((total, { price, quantity }) => total + price * quantity, 0);

/** Why these lines cannot be paid on delivery there, as a sentence for the shopper; undefined when they can. */
export function refuseCod(
  delivery: DeliveryTerms | undefined,
  lines: readonly ShippingLine[],
  prepaidOffered: boolean,
): string | undefined {
  const zone = delivery?.zone;
  if (delivery && (!zone || takesCod(zone, sumItems(lines)))) return undefined;
  const max = zone?.cod?.max;
  return typeof max === 'number' ? codRefusals.amount(toRupees(max), prepaidOffered) : codRefusals.place(prepaidOffered);
}

/** The date by which an order of now arrives there; undefined where the shop does not say. */
export async function estimateArrival(db: Db, { zone }: DeliveryTerms, now = new Date()): Promise<string | undefined> {
  return zone?.days ? estimateDelivery(zone.days.to, await readDispatchTimes(db), now) : undefined;
}

/** Answers what delivering these lines to a pincode costs and takes; the checkout charges the same. */
export async function quoteDelivery(
  db: Db,
  pincode: string,
  lines: readonly ShippingLine[],
  shipping: ShippingCharges | undefined,
): Promise<DeliveryQuote> {
  const delivery = await findDelivery(db, pincode, lines, shipping);
  if (!delivery) return { served: false };
  const { zone, charges } = delivery;
  const by = await estimateArrival(db, delivery);
  return {
    served: true,
    shipping: toShippingCharges(charges),
    ...(zone?.days && { days: zone.days }),
    ...(by && { by }),
    cod: zone === undefined || takesCod(zone, sumItems(lines)),
    weight_known: lines.every(({ grams }) => grams !== null),
  };
}
