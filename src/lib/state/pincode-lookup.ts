import { isRefused } from '#lib/client/request.ts';
import { pincodeCall } from '#lib/contract/pincodes.ts';
import { callStore } from '#lib/state/calls/call-store.ts';

/** City and state of a pincode, for address forms; null when it is unknown, undefined when the call fails. */
export async function lookUpPincode(pincode: string): Promise<{ city: string; state: string } | null | undefined> {
  const outcome = await callStore(pincodeCall, { params: { pincode } });
  return outcome && !isRefused(outcome) ? (outcome.data[0] ?? null) : undefined;
}
