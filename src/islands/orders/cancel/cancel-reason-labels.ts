import type { cancelReasons } from '#lib/contract/orders.ts';
import { t } from '#lib/contract/text/t.ts';

/** The reasons as a shopper reads them; the store gets them as specified. */
export const cancelReasonLabels: Record<(typeof cancelReasons)[number], string> = {
  'Ordered by Mistake': t('Ordered by Mistake'),
  'Found Cheaper Elsewhere': t('Found Cheaper Elsewhere'),
  'Delivery Time is Too Long': t('Delivery Time is Too Long'),
  'Changed My Mind': t('Changed My Mind'),
  'Product Details Are Incorrect': t('Product Details Are Incorrect'),
  'Payment Issue': t('Payment Issue'),
  'Quantity Issue': t('Quantity Issue'),
  'Not Needed Anymore': t('Not Needed Anymore'),
  Other: t('Other'),
};
