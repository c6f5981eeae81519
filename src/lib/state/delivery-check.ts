import { map } from 'nanostores';
import { pincodeCall } from '#lib/contract/contact.ts';
import { pincode as pincodeField } from '#lib/contract/fields.ts';
import { callStore, isRefused } from './session/call.ts';
import { describeFailure } from './session/failure-text.ts';

export interface DeliveryCheckState {
  /** Where the pincode that was asked for lies, such as "Kochi, Kerala"; '' while nothing has been found. */
  place: string;
  error: string;
  loading: boolean;
}

const nothing: DeliveryCheckState = { place: '', error: '', loading: false };

/** What is known of the delivery to one pincode. */
export const $deliveryCheck = map<DeliveryCheckState>(nothing);

/** Looks a pincode up, however its digits are spaced; what is no pincode is refused with the words of the address form (specification 5). */
export async function checkDelivery(typed: string): Promise<void> {
  const parsed = pincodeField.safeParse(typed.replace(/\s/g, ''));
  if (!parsed.success) return $deliveryCheck.set({ ...nothing, error: parsed.error.issues[0]?.message ?? '' });
  $deliveryCheck.set({ ...nothing, loading: true });
  const outcome = await callStore(pincodeCall, { params: { pincode: parsed.data } });
  if (!outcome) return;
  if (isRefused(outcome)) return $deliveryCheck.set({ ...nothing, error: describeFailure(outcome) });
  const [place] = outcome.data;
  if (!place) return $deliveryCheck.set({ ...nothing, error: 'We do not know this pincode. Please check it.' });
  $deliveryCheck.set({ ...nothing, place: [...new Set([place.city, place.state])].filter(Boolean).join(', ') });
}
