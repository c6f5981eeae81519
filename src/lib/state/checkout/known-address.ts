import { atom } from 'nanostores';
import { address, shortAddress } from '#lib/contract/address.ts';
import { KNOWN_ADDRESS_WAIT_MS } from '#lib/site/timings.ts';
import { $shippingAddress, fetchShippingAddress, withContact } from '#lib/state/accounts/shipping-address.ts';
import { isSignedIn } from '#lib/state/session/session.ts';
import { $checkout, goToStep, rememberForm } from './checkout.ts';

/** Whether no step is shown yet, because the customer's saved address decides which one it is. */
export const $isAddressAwaited = atom(false);

const isComplete = (): boolean => address.safeParse($checkout.get().form).success;

const hasInput = (): boolean => Object.keys(shortAddress.shape).some((name) => $checkout.get().form[name]);

/**
 * Fills in a customer's saved address, unless another one has been entered, and waits a moment for it. True if the order can be reviewed:
 * nothing of the address is missing.
 */
export async function fillSavedAddress(): Promise<boolean> {
  if (!isSignedIn()) return false;
  if (hasInput()) return isComplete();
  $isAddressAwaited.set(true);
  await Promise.race([fetchShippingAddress(), new Promise((resolve) => setTimeout(resolve, KNOWN_ADDRESS_WAIT_MS))]);
  const { address: saved } = $shippingAddress.get();
  const known = saved && address.safeParse(withContact(saved)).data;
  if (known && !hasInput()) rememberForm({ ...known, alt_phone_number: known.alt_phone_number ?? '' });
  return isComplete();
}

/** Starts a known customer at the review, if their address is complete; otherwise they stay at the address. */
export function startAtReview(): void {
  if (!isSignedIn()) return;
  if (isComplete()) goToStep('review');
  else
    void fillSavedAddress().then((isKnown) => {
      if (isKnown && $checkout.get().step === 'address') goToStep('review');
      $isAddressAwaited.set(false);
    });
}
