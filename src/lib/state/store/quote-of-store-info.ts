import type { DeliveryQuote } from '#lib/contract/delivery.ts';
import type { DeliveryZone } from '#lib/contract/store.ts';
import { alwaysOpen, estimateDelivery } from '#lib/rules/shipping/delivery-date.ts';

/** Length of the longest of a zone's areas that fits; 0 for everywhere else, -1 when none does. */
const fitOf = ({ pincodes }: DeliveryZone, pincode: string): number =>
  pincodes ? Math.max(-1, ...pincodes.filter((area) => area && pincode.startsWith(area)).map(({ length }) => length)) : 0;

/** What the zones of a store info say of a pincode, as a quote without charges. Undefined when there are no zones. */
export function quoteOfZones(
  zones: readonly DeliveryZone[] | undefined,
  pincode: string,
  now = new Date(),
): DeliveryQuote | undefined {
  if (!zones?.length) return undefined;
  const best = zones.reduce((found, zone) => (fitOf(zone, pincode) > fitOf(found, pincode) ? zone : found));
  if (fitOf(best, pincode) < 0) return { served: false };
  const { days, cod } = best;
  const by = days && estimateDelivery(days.to, alwaysOpen, now);
  return { served: true, ...(days && { days }), ...(by && { by }), ...(cod !== undefined && { cod }) };
}
