import type { Db } from '#api/database/schema/engine.ts';
import { Refusal, refuseField } from '#api/services/refusal.ts';
import type { DeliveryQuote } from '#lib/contract/delivery.ts';
import { codRefusals, failure, notServed } from '#lib/contract/messages/failures.ts';
import type { ShippingCharges } from '#lib/contract/store.ts';
import { type Charges, toCharges, toShippingCharges } from '#lib/rules/charges.ts';
import { toRupees } from '#lib/rules/money.ts';
import { estimateDelivery } from '#lib/rules/shipping/delivery-date.ts';
import { readDispatchTimes } from './dispatch-times.ts';
import { type DeliveryLine, type GuardedReply, type GuardedRule, toShippingRequest } from './guard-rule.ts';
import type { ShippingReply, ShippingRule } from './shipping-rule.ts';
import { chargesOfZone, type ShippingLine, type ShippingZone, takesCod } from './zone.ts';
import { findZone } from './zones.ts';

export interface DeliveryTerms {
  charges: Charges;
  /** Working days from dispatch to delivery; undefined where the shop does not say. */
  days: { from: number; to: number } | undefined;
  cod: ShippingZone['cod'];
  /** False in a shop where all pincodes are alike. */
  isByPincode: boolean;
}

/** What the shop's rule has answered about these lines, asked before a transaction. */
export interface AskedRule {
  about: string;
  answer: GuardedReply;
}

/** Asks the shop's rule about these lines, which may take seconds; undefined in a shop without one. */
export async function askRule(
  rule: GuardedRule | undefined,
  pincode: string,
  lines: readonly DeliveryLine[],
): Promise<AskedRule | undefined> {
  if (!rule) return undefined;
  const request = toShippingRequest(pincode, lines);
  return { about: JSON.stringify(request), answer: await rule.ask(request) };
}

/**
 * Finds what the shop charges for these lines to a pincode: by what its rule has answered, else by its zones, or by the charges of its
 * settings where it has none. Undefined when the pincode is not served. Throws a `Refusal` (409) when the rule was asked about other lines.
 */
export async function findDelivery(
  db: Db,
  pincode: string,
  lines: readonly DeliveryLine[],
  shipping: ShippingCharges | undefined,
  asked?: AskedRule,
): Promise<DeliveryTerms | undefined> {
  const request = toShippingRequest(pincode, lines);
  if (asked && asked.about !== JSON.stringify(request)) throw new Refusal(409, failure.pricesChanged);
  const own = asked?.answer === undefined ? await ownRule(db, shipping).quote(request) : undefined;
  const answer = own === undefined ? asked?.answer : own;
  if (!answer) return undefined;
  const { charge, freeFrom = null, days, cod } = answer;
  return {
    charges: { shipping: charge, freeFrom: charge === 0 ? null : freeFrom, codFee: cod?.fee ?? 0 },
    days,
    cod: cod && { fee: cod.fee ?? 0, max: cod.max ?? null },
    isByPincode: asked !== undefined || own?.isForAll === false,
  };
}

/** As `findDelivery`. Throws a `Refusal` (422, field `pincode`) when the pincode is not served. */
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
  if (delivery && takesCod(delivery, sumItems(lines))) return undefined;
  const max = delivery?.cod?.max;
  return typeof max === 'number' ? codRefusals.amount(toRupees(max), prepaidOffered) : codRefusals.place(prepaidOffered);
}

/** The date by which an order of now arrives there; undefined where the shop does not say. */
export async function estimateArrival(db: Db, { days }: DeliveryTerms, now = new Date()): Promise<string | undefined> {
  return days && estimateDelivery(days.to, await readDispatchTimes(db), now);
}

/** Answers what delivering these lines to a pincode costs and takes; the checkout charges the same. */
export async function quoteDelivery(
  db: Db,
  pincode: string,
  lines: readonly DeliveryLine[],
  shipping: ShippingCharges | undefined,
  asked?: AskedRule,
): Promise<DeliveryQuote> {
  const delivery = await findDelivery(db, pincode, lines, shipping, asked);
  if (!delivery) return { served: false };
  const { charges, days } = delivery;
  const by = await estimateArrival(db, delivery);
  return {
    served: true,
    shipping: toShippingCharges(charges),
    ...(days && { days }),
    ...(by && { by }),
    cod: takesCod(delivery, sumItems(lines)),
    weight_known: lines.every(({ grams }) => grams !== null),
  };
}

interface OwnReply extends ShippingReply {
  /** Whether it is the same for every pincode, because the shop has no zones. */
  isForAll: boolean;
}

/** The rule of the shop itself: its zones, or the charges of its settings where it has none. Quick enough for a transaction. */
function ownRule(db: Db, shipping: ShippingCharges | undefined) {
  return {
    quote: async ({ pincode, lines }): Promise<OwnReply | null> => {
      const zone = await findZone(db, pincode);
      if (zone === null) return null;
      const { shipping: charge, freeFrom, codFee: fee } = zone ? chargesOfZone(zone, lines) : toCharges(shipping);
      const max = zone?.cod?.max ?? undefined;
      return {
        isForAll: zone === undefined,
        charge,
        freeFrom: freeFrom ?? undefined,
        days: zone?.days ?? undefined,
        cod: zone && !zone.cod ? null : { fee, max },
      };
    },
  } satisfies ShippingRule;
}
