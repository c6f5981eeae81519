import { type Address, getShippingAddressCall, type ShortAddress, shippingAddressCall } from '#lib/contract/address.ts';
import { success } from '#lib/contract/messages/successes.ts';
import { TOAST_SHORT_MS } from '#lib/site/timings.ts';
import { messageOf } from '#lib/state/calls/call-messages.ts';
import { callStore } from '#lib/state/calls/call-store.ts';
import { type ActionResult, runCall, trackIn } from '#lib/state/calls/run-call.ts';
import { createSharedMap } from '#lib/state/persistence/shared-map.ts';
import { $auth, clearOnSignOut } from '#lib/state/session/session.ts';
import { toastSuccess } from '#lib/state/ui/toasts.ts';

export interface ShippingAddressState {
  /** Null when the customer has none; undefined until it is loaded. */
  address: Address | null | undefined;
  /** Whether the customer wants reminders of their cart; undefined where they cannot have any. */
  reminds: boolean | undefined;
  loading: boolean;
  error: string | null;
}

const initial: ShippingAddressState = { address: undefined, reminds: undefined, loading: false, error: null };

export const $shippingAddress = createSharedMap('shippingAddress', initial, { local: ['loading', 'error'] });
clearOnSignOut($shippingAddress, initial);

/** Loads the customer's address; a failure keeps the address loaded before. */
export async function fetchShippingAddress(): Promise<void> {
  await runCall(callStore(getShippingAddressCall), {
    track: trackIn($shippingAddress),
    apply: ({ data: address, cart_reminder: reminds }) => $shippingAddress.set({ ...$shippingAddress.get(), address, reminds }),
  });
}

const toast = { duration: TOAST_SHORT_MS };

/**
 * Saves the customer's address with the name and contact of the saved one, else of the customer. Stores the reply and loads the address
 * again (specification, account calls).
 */
export async function saveShippingAddress(input: ShortAddress): Promise<ActionResult> {
  const saved = $shippingAddress.get().address;
  if (!saved && !$auth.get().user) return { ok: false };
  const base = withContact(saved);
  const { reply, result } = await runCall(callStore(shippingAddressCall, { body: { ...base, ...input } }), { toast });
  if (!reply) return result;
  $shippingAddress.setKey('address', reply.data);
  toastSuccess(messageOf(reply, success.addressSaved), toast);
  await fetchShippingAddress();
  return result;
}

type Contact = Pick<Address, 'firstname' | 'lastname' | 'email' | 'phone_number' | 'alt_phone_number'>;

/** What is saved of an address, with the customer's name and contact where it lacks them. */
export function withContact(saved: Address | null | undefined): Contact & Partial<Address> {
  const { user } = $auth.get();
  const known = Object.entries(saved ?? {}).filter(([, text]) => text);
  return { ...(user && toAddressContact(user.customer)), ...Object.fromEntries(known) } as Contact & Partial<Address>;
}

/** Name and contact of a customer as address fields; a second number equal to the first is left out (specification, entities). */
export function toAddressContact({ firstname, lastname, email, phone_number, alt_phone_number }: Required<Contact>): Contact {
  const contact = { firstname, lastname, email, phone_number };
  return alt_phone_number && alt_phone_number !== phone_number ? { ...contact, alt_phone_number } : contact;
}
