/** What is to be paid. */
export interface AmountDue {
  /** The payment's id in this shop. */
  id: string;
  /** Paise. */
  amount: number;
}

/** Money that a provider says has come. */
export interface ReceivedPayment {
  /** The provider's id of what was to be paid. */
  providerOrder: string;
  /** The provider's id of the payment that was made. */
  providerPayment: string;
  /** In the currency's smallest unit; paise for INR. */
  amount: number;
  /** ISO 4217. */
  currency: string;
}

/** The provider did not answer, or not with what it should. */
export class ProviderUnreachable extends Error {}

/** A door to somebody who takes payments. Only what the provider has signed counts as paid. */
export interface PaymentProvider {
  readonly name: string;
  /** Tells the provider what is to be paid; returns its id of that. Throws `ProviderUnreachable`. */
  createOrder: (due: AmountDue) => Promise<string>;
  /** What the provider's button in the browser needs; public by nature. */
  getClientOptions: (due: AmountDue, providerOrder: string) => Record<string, string>;
  /**
   * The provider's id of the payment that was made, when what its button answered proves it; undefined when it does not.
   * `providerOrder` is null while the provider has not been told of what is due.
   */
  verifyProof: (due: AmountDue, providerOrder: string | null, proof: Readonly<Record<string, string>>) => string | undefined;
  /**
   * Reads a message that the provider sends by itself. Returns undefined when it is not genuine, and null when it is but no money came.
   * A provider that sends none has no such method.
   */
  parseWebhook?: (body: string, headers: Headers) => ReceivedPayment | null | undefined;
}
