import { map } from 'nanostores';
import {
  type Address,
  getShippingAddressCall,
  type ShortAddress,
  shippingAddressCall as saveCall,
} from '#lib/contract/address.ts';
import { pincodeCall } from '#lib/contract/contact.ts';
import { success } from '#lib/contract/texts.ts';
import { TOAST_SHORT_MS } from '#lib/rules/timings.ts';
import type { ActionResult } from '#lib/state/auth/complete-sign-in.ts';
import { inheritOrigin } from '#lib/state/persistence/change-origin.ts';
import { registerForReset } from '#lib/state/persistence/reset.ts';
import { syncAcrossTabs } from '#lib/state/persistence/tab-sync.ts';
import { callStore, isRefused, joinMessages, toastRefusal } from '#lib/state/session/call.ts';
import { describeFailure } from '#lib/state/session/failure-text.ts';
import { $auth } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';

/** The customer's saved address (specification 3: shipping address). */
export interface ShippingAddressState {
  /** Null when there is none; undefined until it was fetched. */
  address: Address | null | undefined;
  loading: boolean;
  error: string | null;
}

const unknown: ShippingAddressState = { address: undefined, loading: false, error: null };

export const $shippingAddress = registerForReset(map(unknown), unknown);
syncAcrossTabs('shippingAddress', $shippingAddress, ['loading', 'error']);
// Whoever signs in next lives elsewhere.
$auth.listen((auth) => {
  if (!auth.isAuthenticated) $shippingAddress.set(inheritOrigin(auth, { ...unknown }));
});

/** Loads the customer's saved address; the one that was loaded before stays when it fails. */
export async function fetchShippingAddress(): Promise<void> {
  $shippingAddress.set({ ...$shippingAddress.get(), loading: true, error: null });
  const outcome = await callStore(getShippingAddressCall);
  if (!outcome) return $shippingAddress.setKey('loading', false);
  if (isRefused(outcome)) {
    return $shippingAddress.set({ ...$shippingAddress.get(), loading: false, error: describeFailure(outcome) });
  }
  $shippingAddress.set({ address: outcome.data, loading: false, error: null });
}

const about = { duration: TOAST_SHORT_MS, subject: 'address' };

/**
 * Saves where the customer lives; who receives and whom to call are the saved address's, else the customer's own. Stores the answer and
 * fetches the saved address again (specification 7.2).
 */
export async function saveShippingAddress(typed: ShortAddress): Promise<ActionResult> {
  const { user } = $auth.get();
  const present = $shippingAddress.get().address ?? (user && toAddressContact(user.customer));
  if (!present) return { ok: false };
  const outcome = await callStore(saveCall, { body: { ...present, ...typed } });
  if (!outcome) return { ok: false };
  if (isRefused(outcome)) {
    toastRefusal(outcome, about);
    return { ok: false, message: joinMessages(outcome.message), ...(outcome.errors && { fields: outcome.errors }) };
  }
  $shippingAddress.setKey('address', outcome.data);
  toastSuccess(outcome.message?.length ? outcome.message : success.addressSaved, about);
  await fetchShippingAddress();
  return { ok: true };
}

type Contact = Pick<Address, 'firstname' | 'lastname' | 'email' | 'phone_number' | 'alt_phone_number'>;

/** Whom an address is for; a second number that only repeats the first is left out (specification 3). */
export function toAddressContact({ firstname, lastname, email, phone_number, alt_phone_number }: Required<Contact>): Contact {
  const contact = { firstname, lastname, email, phone_number };
  return alt_phone_number && alt_phone_number !== phone_number ? { ...contact, alt_phone_number } : contact;
}

/** The place that a complete pincode lies in; nothing when it is unknown or cannot be asked for. A help only, so it says no more. */
export async function lookUpPincode(pincode: string): Promise<{ city: string; state: string } | undefined> {
  const outcome = await callStore(pincodeCall, { params: { pincode } });
  return outcome && !isRefused(outcome) ? outcome.data[0] : undefined;
}
