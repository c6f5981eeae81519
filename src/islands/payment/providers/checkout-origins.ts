import { apiUrl } from '#lib/client/browser-connection.ts';
import type { PaymentCheckout } from '#lib/contract/payments.ts';

/** Hosts of checkouts that load from further hosts, for stores that do not send `origins`. */
const knownHosts = ['razorpay.com'];

/** Origins of a checkout that names none: the hosts of a known one, else that of its script. */
function originsOfScript(script: string | undefined): string[] {
  if (!script || !URL.canParse(script)) return [];
  const { origin, protocol, hostname } = new URL(script);
  const host = protocol === 'https:' ? knownHosts.find((known) => hostname.endsWith(`.${known}`)) : undefined;
  return [host ? `https://*.${host}` : origin];
}

/**
 * Origins that a checkout loads from and sends to: those that the store names, else the hosts of a known checkout, else its script's; and that of a
 * store elsewhere that serves its module.
 */
export function listCheckoutOrigins({ script, origins, module }: PaymentCheckout): string[] {
  const url = module && apiUrl(module);
  return [...(origins ?? originsOfScript(script)), ...(url && URL.canParse(url) ? [new URL(url).origin] : [])];
}
