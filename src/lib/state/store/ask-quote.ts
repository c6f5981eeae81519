import { isOtherStore } from '#lib/client/other-store.ts';
import { isRefused } from '#lib/client/request.ts';
import type { BodyOf } from '#lib/contract/calls/define-call.ts';
import { type DeliveryQuote, deliveryQuoteCall } from '#lib/contract/delivery.ts';
import { describeFailure } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { $storeCharges } from './charges.ts';
import { quoteOfZones } from './quote-of-store-info.ts';
import { $storeInfo } from './store-info.ts';

/** Whether the store may answer differently for each pincode: ours says so, of another it is not known. */
export const isByPincode = (): boolean => isOtherStore() || $storeCharges.get().byPincode === true;

/** A store's answer: a quote, or why there is none; neither where the pincode decides nothing, or the request was cancelled. */
export interface QuoteAnswer {
  quote?: DeliveryQuote;
  problem?: string;
}

/** Asks what delivering items to a pincode costs and takes. The zones of its store info answer for a store that does not. */
export async function askQuote(body: BodyOf<typeof deliveryQuoteCall>): Promise<QuoteAnswer> {
  if (!isByPincode()) return {};
  const outcome = await callStore(deliveryQuoteCall, { body });
  if (!outcome) return {};
  if (!isRefused(outcome)) return { quote: outcome.data };
  const quote = quoteOfZones($storeInfo.get().storeinfo?.delivery, body.pincode);
  return quote ? { quote } : { problem: describeFailure(outcome) };
}
