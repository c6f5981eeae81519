import { provenBy } from '#api/services/accounts/proven-contact.ts';
import type { CheckoutOrigin } from '#api/services/checkout/limit-keys.ts';
import type { CallContext } from '../call-context.ts';
import { readIpAddress } from './read-ip-address.ts';

/** Where a request for a checkout comes from. */
export const readCheckoutOrigin = ({ context, headers }: { context: CallContext; headers: Headers }): CheckoutOrigin => ({
  provenBy: provenBy(context),
  ipAddress: readIpAddress(headers),
});
