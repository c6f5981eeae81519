import type { PaymentCheckout } from '#lib/contract/payments.ts';

/** Hosts of checkouts that load from further hosts, for stores that do not send `origins`. */
const knownHosts = ['razorpay.com'];

/** Origins that a checkout loads from and sends to: those that the store names, else the hosts of a known checkout, else its script's. */
export function listCheckoutOrigins({ script, origins }: PaymentCheckout): string[] {
  if (origins) return origins;
  if (!URL.canParse(script)) return [];
  const { origin, protocol, hostname } = new URL(script);
  const host = protocol === 'https:' ? knownHosts.find((known) => hostname.endsWith(`.${known}`)) : undefined;
  return [host ? `https://*.${host}` : origin];
}
