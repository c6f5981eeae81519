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

/** The provider did not answer in time, or answered with an error. */
export class ProviderUnreachable extends Error {}

/** A payment service. A payment counts as paid only with the provider's signature. */
export interface PaymentProvider {
  readonly name: string;
  /** Creates the provider's order for a payment and returns its id. Throws `ProviderUnreachable`. */
  createOrder: (due: AmountDue) => Promise<string>;
  /** Options of the provider's checkout in the browser; they are public. */
  getClientOptions: (due: AmountDue, providerOrder: string) => Record<string, string>;
  /**
   * Verifies the proof that the provider's checkout returned to the browser. Returns the provider's id of the payment, or undefined when
   * the proof is invalid. `providerOrder` is null while the provider has no order.
   */
  verifyProof: (due: AmountDue, providerOrder: string | null, proof: Readonly<Record<string, string>>) => string | undefined;
  /**
   * Parses a webhook. Returns undefined when its signature is invalid, and null when it reports no payment. Absent for providers without
   * webhooks.
   */
  parseWebhook?: (body: string, headers: Headers) => ReceivedPayment | null | undefined;
}
