import type { ShownCharges } from '#lib/contract/store.ts';
import { toPaise, toRupees } from './money.ts';

/** The store's charges for one checkout, in paise. */
export interface Charges {
  shipping: number;
  /** Items total from which shipping is free; null if it never is. */
  freeFrom: number | null;
  codFee: number;
  /** Set where the pincode decides: the amounts are then the highest. */
  byPincode?: true;
  /** Set with `byPincode` where shipping is nevertheless the same for every pincode. */
  sameEverywhere?: true;
  /** Set with `byPincode` where every pincode is served: the fewest and the most working days from dispatch to delivery. */
  days?: { from: number; to: number };
}

/** Shipping is free and there is no fee unless the owner sets them (specification, order details). */
export const noCharges: Charges = { shipping: 0, freeFrom: null, codFee: 0 };

/** Converts charges from rupees of the wire. */
export function toCharges(sent: ShownCharges | undefined): Charges {
  if (!sent) return noCharges;
  const { charge, free_from, cod_fee, by_pincode, same_everywhere, days } = sent;
  return {
    shipping: toPaise(charge),
    freeFrom: free_from === undefined ? null : toPaise(free_from),
    codFee: cod_fee === undefined ? 0 : toPaise(cod_fee),
    ...(by_pincode && { byPincode: true }),
    ...(by_pincode && same_everywhere && { sameEverywhere: true }),
    ...(by_pincode && days && { days }),
  };
}

/** Converts charges to rupees of the wire. */
export const toShippingCharges = ({ shipping, freeFrom, codFee, byPincode, sameEverywhere, days }: Charges): ShownCharges => ({
  charge: toRupees(shipping),
  ...(freeFrom !== null && { free_from: toRupees(freeFrom) }),
  ...(codFee > 0 && { cod_fee: toRupees(codFee) }),
  ...(byPincode && { by_pincode: true }),
  ...(sameEverywhere && { same_everywhere: true }),
  ...(days && { days }),
});

/** Whether the shipping of these charges is that of every order, wherever it goes. */
export const isSameEverywhere = ({ byPincode, sameEverywhere }: Charges): boolean => !byPincode || sameEverywhere === true;

/** Shipping for an items total before the discount. */
export const shippingFor = (items: number, { shipping, freeFrom }: Charges): number =>
  freeFrom !== null && items >= freeFrom ? 0 : shipping;

/** The cash on delivery fee on top of `payable` paise; none when there is nothing to collect. */
export const codFeeFor = (payable: number, { codFee }: Charges): number => (payable > 0 ? codFee : 0);
