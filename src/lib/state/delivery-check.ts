import { map } from 'nanostores';
import { isRefused } from '#lib/client/request.ts';
import { pincode as pincodeField } from '#lib/contract/fields.ts';
import { pincodeCall } from '#lib/contract/pincodes.ts';
import { callStore, describeFailure } from './session/call.ts';

export interface DeliveryCheckState {
  /** The place of the pincode, such as "Kochi, Kerala"; '' until it is found. */
  place: string;
  error: string;
  loading: boolean;
}

const initial: DeliveryCheckState = { place: '', error: '', loading: false };

/** The delivery check of a product page: the place that a pincode belongs to. */
export const $deliveryCheck = map<DeliveryCheckState>(initial);

/** Looks a pincode up; spaces are ignored, and an invalid one gets the address form's message (specification 5). */
export async function checkDelivery(input: string): Promise<void> {
  const parsed = pincodeField.safeParse(input.replace(/\s/g, ''));
  if (!parsed.success) return $deliveryCheck.set({ ...initial, error: parsed.error.issues[0]?.message ?? '' });
  $deliveryCheck.set({ ...initial, loading: true });
  const outcome = await callStore(pincodeCall, { params: { pincode: parsed.data } });
  if (!outcome) return;
  if (isRefused(outcome)) return $deliveryCheck.set({ ...initial, error: describeFailure(outcome) });
  const [place] = outcome.data;
  if (!place) return $deliveryCheck.set({ ...initial, error: 'We do not know this pincode. Please check it.' });
  $deliveryCheck.set({ ...initial, place: [...new Set([place.city, place.state])].filter(Boolean).join(', ') });
}

/** City and state of a pincode, for address forms; undefined when it is unknown or the call fails. */
export async function lookUpPincode(pincode: string): Promise<{ city: string; state: string } | undefined> {
  const outcome = await callStore(pincodeCall, { params: { pincode } });
  return outcome && !isRefused(outcome) ? outcome.data[0] : undefined;
}
