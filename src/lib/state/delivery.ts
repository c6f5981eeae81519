import { map } from 'nanostores';
import { findPincode } from '#lib/contract/contact.ts';
import { pincode as pincodeField } from '#lib/contract/fields.ts';
import { callStore, isRefused } from './call.ts';
import { fetchFailure } from './fetch-failure.ts';

export interface DeliveryState {
  /** Where the pincode that was asked for lies, such as "Kochi, Kerala"; '' while nothing has been found. */
  place: string;
  error: string;
  loading: boolean;
}

const nothing: DeliveryState = { place: '', error: '', loading: false };

/** What is known of the delivery to one pincode. */
export const $delivery = map<DeliveryState>(nothing);

/** Looks a pincode up, however its digits are spaced; what is no pincode is refused with the words of the address form (specification 5). */
export async function checkDelivery(typed: string): Promise<void> {
  const parsed = pincodeField.safeParse(typed.replace(/\s/g, ''));
  if (!parsed.success) return $delivery.set({ ...nothing, error: parsed.error.issues[0]?.message ?? '' });
  $delivery.set({ ...nothing, loading: true });
  const outcome = await callStore(findPincode, { params: { pincode: parsed.data } });
  if (!outcome) return;
  if (isRefused(outcome)) return $delivery.set({ ...nothing, error: fetchFailure(outcome) });
  const [place] = outcome.data;
  if (!place) return $delivery.set({ ...nothing, error: 'We do not know this pincode. Please check it.' });
  $delivery.set({ ...nothing, place: [...new Set([place.city, place.state])].filter(Boolean).join(', ') });
}
