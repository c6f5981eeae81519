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

/** An amount to be paid, with who pays it. */
export interface OrderDue extends AmountDue {
  customer: {
    /** The same for every payment of a customer in this shop. */
    id: string;
    name: string;
    email: string;
    /** Ten digits. */
    phone: string;
  };
  /** The page of the payment, for a provider that leaves the shop: the shopper comes back to it with GET. */
  returnUrl: string;
}

/** The provider's order for a payment. */
export interface ProviderOrder {
  /** The provider's id of the order: webhooks name it. At most 200 characters. */
  id: string;
  /** What the checkout in the browser needs beside the id, such as a session; public. At most 2,000 characters. */
  session?: string | undefined;
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
export interface ReturnedPayment extends Omit<ReceivedPayment, 'amount'> {
  /** The whole payment, as in `ReceivedPayment`; absent if the provider's report of a refund does not name it. */
  amount?: number | undefined;
  /** The provider's id of the refund. */
  refund: string;
  /** The returned amount, in the currency's smallest unit. */
  returned: number;
  /** Whether the money has left the store. */
  isDone: boolean;
  /** The `id` of the `RefundDue` that this shop asked for; '' for a refund made at the provider, absent if the provider names no ids. */
  shopRefund?: string | undefined;
}

/** A refund that this shop asks its provider for. */
export interface RefundDue {
  /** The same for every request for this refund: letters and digits, at most 40. The money is returned once. */
  id: string;
  /** Paise; the whole payment or a part of it. */
  amount: number;
  /** The provider's ids of the order and of the payment. */
  providerOrder: string;
  providerPayment: string;
}

/** How far a refund is: accepted, returned to the customer, or refused for good. */
export type RefundState = 'pending' | 'done' | 'failed';

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

/** The provider did not answer in time, or answered with an error or nonsense. */
export class ProviderUnreachable extends Error {}

/** What a payment is now, as the provider reports it; `other` if it has neither money nor a promise of it. */
export type PaymentReply = Exclude<PaymentEvent, { kind: 'returned' | 'return failed' }>;

/**
 * The payment service of a shop. A payment counts as paid only by the provider's signature or its own answer to the shop. Amounts are paise.
 * No transaction is open during a call. Calls with a `signal` may send requests: the signal aborts after `PROVIDER_TIMEOUT_MS`, and the shop
 * does not wait longer. Whatever a call throws, and an answer that does not have the form or is about another payment, is logged, counted and named
 * by `store doctor`; the order stays.
 */
export interface PaymentProvider {
  readonly name: string;
  /**
   * The provider's checkout in the browser; undefined when it needs no script. Its `origins` are the sources that the policy of the payment
   * page allows, and only that page. Read when the store is opened.
   */
  readonly checkout?: PaymentCheckout | undefined;
  /**
   * Creates the provider's order for a payment and returns it, or its id. Called when the payment page opens a payment that has no order yet; two
   * requests at the same time may each create one, and the first that is stored counts. Throws if there is no order: the shopper is told to
   * try again.
   */
  createOrder: (due: OrderDue, signal: AbortSignal) => Promise<ProviderOrder | string>;
  /** Options of the provider's checkout in the browser; they are public. Called for each reply with a payment that can be made. */
  getClientOptions: (due: AmountDue, providerOrder: string, session?: string) => Record<string, string>;
  /**
   * Verifies the proof that the provider's checkout returned to the browser, or that its own page posted. Returns the provider's id of the
   * payment, or undefined when the proof is invalid; throws nothing. `providerOrder` is null while the provider has no order. Absent for providers
   * that sign nothing in the browser: the shop asks `findPayment` then.
   */
  verifyProof?: (due: AmountDue, providerOrder: string | null, proof: Readonly<Record<string, string>>) => string | undefined;
  /**
   * Asks the provider whether an order has been paid. Called when its hold ends, so that a paid order does not expire because its report was lost;
   * while a shopper waits for it; and for a result that has no proof. Safe to repeat. Throws if the provider does not know: the
   * order stays, and the question is repeated. Absent for providers that cannot be asked.
   */
  findPayment?: (due: AmountDue, providerOrder: string, signal: AbortSignal) => Promise<PaymentReply>;
  /**
   * Returns money of a payment and tells how far that is. Called by `store order --refund`, after the refund is recorded, and again while it is
   * pending, with the same `id`: the refund must not be made twice. Throws if the provider does not know; it is asked again. Absent for
   * providers that cannot: the owner makes the refund in their dashboard.
   */
  refund?: (due: RefundDue, signal: AbortSignal) => Promise<RefundState>;
  /**
   * Verifies and parses a webhook: its body as it was sent, and its headers. Returns undefined when its signature is invalid; throws nothing.
   * Events that it does not know are `other`. Absent for providers without webhooks.
   */
  parseWebhook?: (body: string, headers: Headers) => SignedWebhook | undefined;
  /** Why the form that the provider's payment page posts holds no payment; proves nothing. Absent for providers without such a page. */
  readCallbackFailure?: (fields: Readonly<Record<string, string>>) => 'failed' | 'abandoned';
}
