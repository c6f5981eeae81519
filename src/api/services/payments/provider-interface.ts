import { MIN_PREPAID_RUPEES } from '#lib/contract/limits.ts';
import type { PaymentCheckout } from '#lib/contract/payments.ts';
import { PAISE_PER_RUPEE } from '#lib/rules/money.ts';

/** Smallest amount that can be paid online, in paise. */
export const MIN_AMOUNT = MIN_PREPAID_RUPEES * PAISE_PER_RUPEE;

/** An amount to be paid. */
export interface AmountDue {
  /** The payment's id in this shop. */
  id: string;
  /** Paise. */
  amount: number;
}

/** A payment received, as reported by a provider. */
export interface ReceivedPayment {
  /** The provider's id of the order. */
  providerOrder: string;
  /** The provider's id of the payment. */
  providerPayment: string;
  /** In the currency's smallest unit; paise for INR. */
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/** A payment that the provider returns or has returned to the customer. */
export interface ReturnedPayment extends ReceivedPayment {
  /** The provider's id of the refund. */
  refund: string;
  /** The returned amount, in the currency's smallest unit. */
  returned: number;
  /** Whether the money has left the store. */
  isDone: boolean;
}

/** What a webhook reports; an authorised payment is not yet received. Other events change nothing. */
export type PaymentEvent =
  | { kind: 'received' | 'authorised' | 'failed'; received: ReceivedPayment }
  | { kind: 'returned' | 'return failed'; received: ReturnedPayment }
  | { kind: 'other' };

/** A webhook with a valid signature. */
export interface SignedWebhook {
  /** The same for every delivery of one event. */
  eventId: string;
  event: PaymentEvent;
}

/** The provider did not answer in time, or answered with an error. */
export class ProviderUnreachable extends Error {}

/**
 * The payment service of a shop. A payment counts as paid only with the provider's signature. Amounts are paise. No transaction is open
 * during a call. A method that sends a request gives up after `PROVIDER_TIMEOUT_MS`; the others send none.
 */
export interface PaymentProvider {
  readonly name: string;
  /**
   * The provider's checkout in the browser; undefined when it needs no script. Its `origins` are the sources that the policy of the payment
   * page allows, and only that page. Read when the settings of the shop are.
   */
  readonly checkout?: PaymentCheckout;
  /**
   * Creates the provider's order for a payment and returns its id. Called when the payment page opens a payment that has no order yet; two
   * requests at the same time may each create one, and the first that is stored counts. Throws `ProviderUnreachable`: the shopper is told to
   * try again.
   */
  createOrder: (due: AmountDue) => Promise<string>;
  /** Options of the provider's checkout in the browser; they are public. Called for each reply with a payment that can be made. */
  getClientOptions: (due: AmountDue, providerOrder: string) => Record<string, string>;
  /**
   * Verifies the proof that the provider's checkout returned to the browser, or that its own page posted. Returns the provider's id of the
   * payment, or undefined when the proof is invalid; throws nothing. `providerOrder` is null while the provider has no order.
   */
  verifyProof: (due: AmountDue, providerOrder: string | null, proof: Readonly<Record<string, string>>) => string | undefined;
  /**
   * Verifies and parses a webhook: its body as it was sent, and its headers. Returns undefined when its signature is invalid; throws nothing.
   * Events that it does not know are `other`. Absent for providers without webhooks.
   */
  parseWebhook?: (body: string, headers: Headers) => SignedWebhook | undefined;
  /** Why the form that the provider's payment page posts holds no payment; proves nothing. Absent for providers without such a page. */
  readCallbackFailure?: (fields: Readonly<Record<string, string>>) => 'failed' | 'abandoned';
}
