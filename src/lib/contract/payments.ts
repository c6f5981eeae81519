import * as z from 'zod/mini';
import { defineCall, replyWith } from './calls/define-call.ts';
import { id, opaqueToken, rupees } from './fields.ts';
import { failure } from './messages/failures.ts';
import { paymentMethods } from './payment-methods.ts';

/** The payment provider's checkout in the browser, which only /payment loads. */
export const paymentCheckout = z.object({
  provider: z.string(),
  /** The URL of its script; none if its module brings all it needs. */
  script: z.optional(z.string()),
  /** Origins that it loads from and sends to, such as `https://*.pay.example`; that of its script by default. */
  origins: z.optional(z.array(z.string())),
  /** Where the store serves its button, an ES module: a path below the API base. */
  module: z.optional(z.string().check(z.startsWith('/'))),
  /** It opens with the way to pay that was chosen at the checkout; others ask again. */
  opens_choice: z.optional(z.literal(true)),
});
export type PaymentCheckout = z.output<typeof paymentCheckout>;

export const paymentStatuses = ['pending', 'paid', 'failed', 'abandoned', 'expired'] as const;

/** One payment for all orders of a prepaid checkout. */
export const payment = z.object({
  id: opaqueToken,
  provider: z.string(),
  amount: rupees,
  status: z.enum(paymentStatuses),
  /** How the orders are paid now: `cod` once the customer has changed to cash on delivery. */
  payment_method: z.optional(z.enum(paymentMethods)),
  order_id: z.array(id),
  order_number: z.array(z.string()),
  /** When the stock hold expires (ISO 8601). */
  expires_at: z.string(),
  /** Seconds until then by the store's clock; 0 once it is over. */
  seconds_left: z.optional(z.int()),
  /** The bank has approved the pending payment, and the store waits for the money. */
  confirming: z.optional(z.boolean()),
  /** Cash on delivery of orders that are not placed yet, where their address decides about it. */
  cod: z.optional(z.object({ available: z.boolean(), fee: rupees })),
  /** The discount for paying ahead in `amount`, which is lost on delivery; left out if there is none. */
  prepaid_discount: z.optional(rupees),
  /** What the store owes the customer or has returned: the payment came too late, or paid orders were cancelled. */
  refund: z.optional(rupees),
  /** Public options of the provider's payment button; only while the payment can be made. */
  options: z.optional(z.record(z.string(), z.string())),
});
export type Payment = z.output<typeof payment>;

const byId = z.object({ id: opaqueToken });

export const getPaymentCall = defineCall({
  name: 'getPayment',
  method: 'GET',
  path: '/payment/{id}',
  access: 'customer',
  summary: 'One of the customer’s payments with its status.',
  params: byId,
  reply: replyWith(payment),
  failure: failure.paymentFetch,
  beyondSpecification: true,
});

export const getPendingPaymentCall = defineCall({
  name: 'getPendingPayment',
  method: 'GET',
  path: '/payment',
  access: 'customer',
  summary: 'The customer’s newest payment that can still be made; null when there is none.',
  reply: replyWith(z.nullable(payment)),
  failure: failure.paymentFetch,
  beyondSpecification: true,
});

export const confirmPaymentCall = defineCall({
  name: 'confirmPayment',
  method: 'POST',
  path: '/payment/{id}/confirm',
  access: 'customer',
  summary: 'Reports the result of the provider’s payment button; only a result signed by the provider is trusted. Idempotent.',
  params: byId,
  body: z.object({
    outcome: z.enum(['paid', 'failed', 'abandoned']),
    /** The provider's fields, such as payment id and signature. */
    proof: z.optional(z.record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(1000)))),
  }),
  reply: replyWith(payment),
  failure: failure.placeOrder,
  beyondSpecification: true,
});

export const payOnDeliveryCall = defineCall({
  name: 'payOnDelivery',
  method: 'POST',
  path: '/payment/{id}/cod',
  access: 'customer',
  summary: 'Changes the orders of an unpaid payment to cash on delivery and places them. Idempotent.',
  params: byId,
  body: z.object({
    /**
     * The fee shown to the shopper, in rupees: the only part of the total that the store can change after the checkout. The change is
     * refused if the actual fee differs.
     */
    expected_fee: z.optional(rupees),
    /** The total shown to the shopper, in rupees; the change is refused if the actual total differs. */
    expected_total: z.optional(rupees),
  }),
  reply: replyWith(payment),
  failure: failure.placeOrder,
  beyondSpecification: true,
});

const byToken = z.object({ token: opaqueToken });

export const openPayLinkCall = defineCall({
  name: 'openPayLink',
  method: 'POST',
  path: '/pay-link/{token}',
  access: 'anyone',
  summary:
    'Opens the payment of one order by its link: of an order on delivery until it ships, or of what is due for a paid one.',
  params: byToken,
  reply: replyWith(
    z.object({
      order_number: z.string(),
      /** `closed`: nothing is to be paid online, because the order is on its way, cancelled, or not paid so. */
      state: z.enum(['payable', 'paid', 'closed']),
      payment: z.optional(payment),
    }),
  ),
  failure: failure.paymentFetch,
  beyondSpecification: true,
});

export const confirmPayLinkCall = defineCall({
  name: 'confirmPayLink',
  method: 'POST',
  path: '/pay-link/{token}/confirm',
  access: 'anyone',
  summary: 'Reports the result of the provider’s payment button for an order that is paid by its link. Idempotent.',
  params: byToken,
  body: z.object({ id: opaqueToken, ...confirmPaymentCall.body.def.shape }),
  reply: replyWith(payment),
  failure: failure.placeOrder,
  beyondSpecification: true,
});
