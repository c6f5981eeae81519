import type { DeliveryQuote } from '#lib/contract/delivery.ts';
import type { PartialStoreInfo } from '#lib/contract/store.ts';
import { t } from '#lib/contract/text/t.ts';
import { codFeePrice, isShippingFree, shippingPrice, shippingPromise } from './charge-texts.ts';
import { type Charges, toCharges } from './charges.ts';

/** What a shop says of delivery beside a purchase, a short line each; '' for what the store does not say. */
export interface Assurances {
  shipping: string;
  cod: string;
  returns: string;
}

/** Shipping as a line: "Free shipping on every order" or "Shipping ₹49.00, free over ₹499.00". */
const shippingLine = (charges: Charges): string =>
  isShippingFree(charges) ? shippingPromise(charges) : t('Shipping {charge}', { charge: shippingPrice(charges) });

const codAvailable = (charges: Charges): string =>
  charges.codFee > 0
    ? t('Cash on delivery available, fee {fee}', { fee: codFeePrice(charges) })
    : t('Cash on delivery available');

/** How long goods can be returned: "7-day returns"; '' where the owner has not said it. */
export const describeReturns = (days: number | undefined): string => (days && days > 0 ? t('{days}-day returns', { days }) : '');

/** What holds for every order of the shop. */
export function describeAssurances({
  shipping,
  payment_methods,
  return_days,
}: Pick<PartialStoreInfo, 'shipping' | 'payment_methods' | 'return_days'>): Assurances {
  const charges = toCharges(shipping);
  const cod = charges.byPincode ? t('Cash on delivery depends on the pincode') : codAvailable(charges);
  return {
    shipping: shippingLine(charges),
    cod: payment_methods?.includes('cod') ? cod : '',
    returns: describeReturns(return_days),
  };
}

/** What holds for delivery to a pincode: what the store says of it, else what holds for the shop. */
export function assuranceOfQuote(shop: Assurances, { shipping, cod }: DeliveryQuote): Assurances {
  const charges = toCharges(shipping);
  const codOfQuote = cod ? codAvailable(charges) : t('Cash on delivery is not available for this pincode');
  return {
    ...shop,
    ...(shipping && { shipping: isShippingFree(charges) ? t('Free shipping') : shippingLine(charges) }),
    ...(cod !== undefined && { cod: codOfQuote }),
  };
}

/** The same as a list of the lines that there are; of a pincode once its quote is known. */
export function assuranceLines(store: Parameters<typeof describeAssurances>[0], quote?: DeliveryQuote): string[] {
  const shop = describeAssurances(store);
  return Object.values(quote ? assuranceOfQuote(shop, quote) : shop).filter(Boolean);
}
