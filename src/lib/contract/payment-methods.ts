import { t } from './text/t.ts';

/** Cash on delivery (`cod`), or paid online before dispatch (`prepaid`). */
export const paymentMethods = ['cod', 'prepaid'] as const;
export type PaymentMethod = (typeof paymentMethods)[number];

/** What a shopper chooses between, in the order of the choice; UPI and cards (with netbanking) are both `prepaid`. */
export const paymentOptions = ['upi', 'card', 'cod'] as const;
export type PaymentOption = (typeof paymentOptions)[number];

interface Payable {
  payment_method: string;
}

export const COD_LABEL = t('Cash on Delivery (COD)');
const PREPAID_LABEL = t('Prepaid');

export const isPrepaid = ({ payment_method }: Payable): boolean => payment_method !== 'cod';

/** The payment method of an order as text. */
export const paymentLabel = (order: Payable): string => (isPrepaid(order) ? PREPAID_LABEL : COD_LABEL);

/** The same on an invoice. */
export const invoicePaymentLabel = (order: Payable): string => (isPrepaid(order) ? PREPAID_LABEL : t('Cash on delivery'));
