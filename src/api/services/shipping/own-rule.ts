import type { Db } from '#api/database/schema/engine.ts';
import type { ShippingCharges } from '#lib/contract/store.ts';
import { toCharges } from '#lib/rules/charges.ts';
import type { ShippingAnswer, ShippingRule } from './shipping-rule.ts';
import { chargesOfZone } from './zone.ts';
import { findZone } from './zones.ts';

/** An answer of the shop itself. */
interface OwnAnswer extends ShippingAnswer {
  /** Whether it is the same for every pincode, because the shop has no zones. */
  isForAll: boolean;
}

/** The rule of the shop itself: its zones, or the charges of its settings where it has none. Quick enough for a transaction. */
export function ownRule(db: Db, shipping: ShippingCharges | undefined) {
  return {
    quote: async ({ pincode, lines }): Promise<OwnAnswer | null> => {
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
