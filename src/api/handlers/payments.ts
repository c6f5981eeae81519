import type { Logger } from 'pino';
import type { Db } from '#api/database/schema/engine.ts';
import type { OrderRow } from '#api/database/schema/orders.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import { provenBy } from '#api/services/accounts/proven-contact.ts';
import { askAboutOrders, changeToPayOnDelivery, quoteCod } from '#api/services/checkout/change-to-cod.ts';
import { withAddressLimitReported } from '#api/services/checkout/report-address-limit.ts';
import { findLinkPayment, findPayment, findPendingPayment, toPayment } from '#api/services/payment-records/payments.ts';
import { refreshPayment } from '#api/services/payments/expire-holds.ts';
import { findLinkedOrder, findPayLinkOf, findPaymentByLink, openLinkPayment } from '#api/services/payments/link-payments.ts';
import {
  type MismatchReason,
  type PaymentMismatch,
  preparePaymentOptions,
  processWebhook,
  recordCallback,
  recordPaymentOutcome,
} from '#api/services/payments/payment-results.ts';
import { testProvider } from '#api/services/payments/providers.ts';
import { Refusal } from '#api/services/refusal.ts';
import type { DeliveryLine } from '#api/services/shipping/guard-rule.ts';
import { askRule } from '#api/services/shipping/quote-delivery.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { success } from '#lib/contract/messages/successes.ts';
import type { Payment } from '#lib/contract/payments.ts';
import { toRupees } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import type { CallContext, Handlers } from './call-context.ts';
import { requireDemoLink } from './http/demo-link.ts';
import { refuseMalformed } from './http/limit-request-body.ts';
import { replyJson, replyRefusal } from './http/reply.ts';

/** The reply with a payment; its message says that the orders are placed, or that the money came too late for them. */
async function replyPayment({ db, shippingRule }: CallContext, row: PaymentTable, options?: Record<string, string>) {
  const data: Payment = await toPayment(db, row, options);
  const isPlaced = data.status === 'paid' || data.payment_method === 'cod';
  const ask = (...about: [string, readonly DeliveryLine[]]) => askRule(shippingRule, ...about);
  const quote = isPlaced ? undefined : await quoteCod(db, data.order_id, ask);
  if (quote?.isByPincode) data.cod = { available: quote.refusal === undefined, fee: toRupees(quote.codFee) };
  const message = isPlaced ? success.orderPlaced : data.refund ? failure.paymentTooLate : undefined;
  return { success: true as const, ...(message && { message }), data };
}

/** The reply with a payment as it is now, and with the provider's options while it can be made. */
async function replyCurrent(context: CallContext, found: PaymentTable) {
  const { db, paymentProvider, siteUrl } = context;
  const current = await refreshPayment(db, found, paymentProvider);
  const { payment, options } = await preparePaymentOptions(db, current, paymentProvider, siteUrl);
  return replyPayment(context, payment, options);
}

async function requireLinkedOrder(db: Db, token: string): Promise<OrderRow> {
  const order = await findLinkedOrder(db, token);
  if (!order) throw new Refusal(404, failure.orderMissing);
  return order;
}

async function toLinkPayment(db: Db, row: PaymentTable, options?: Record<string, string>): Promise<Payment> {
  const link = await findLinkPayment(db, row.id);
  const saved = link?.prepaid_discount ?? 0;
  const data = await toPayment(db, row, options);
  return { ...data, payment_method: 'prepaid', ...(saved > 0 && { prepaid_discount: toRupees(saved) }) };
}

export const paymentHandlers = {
  openPayLink: async ({ context: { paymentProvider, siteUrl }, db, params }) => {
    const order = await requireLinkedOrder(db, params.token);
    const { order_number } = order;
    const newest = await findPaymentByLink(db, order.id);
    // Its report may be lost.
    const known = newest && (await refreshPayment(db, newest, paymentProvider));
    const opened = paymentProvider && (await write(db, (tx) => openLinkPayment(tx, order.id, paymentProvider.name)));
    if (!opened) {
      const isPaid = known?.status === 'paid' || (order.payment_method === 'prepaid' && order.payment_status === 'paid');
      return { success: true, data: { order_number, state: isPaid ? 'paid' : 'closed' } };
    }
    const { payment, options } = await preparePaymentOptions(db, opened, paymentProvider, siteUrl);
    return { success: true, data: { order_number, state: 'payable', payment: await toLinkPayment(db, payment, options) } };
  },

  confirmPayLink: async (request) => {
    const { db, params, body } = request;
    const provider = request.context.paymentProvider;
    const order = await requireLinkedOrder(db, params.token);
    const link = await findLinkPayment(db, body.id);
    if (link?.order_id !== order.id) throw new Refusal(404, failure.paymentMissing);
    if (provider?.name === testProvider.name) requireDemoLink(request);
    const outcome = { id: body.id, customerId: order.customer_id, provider, body };
    const payment = await recordPaymentOutcome(db, outcome);
    return { success: true, data: await toLinkPayment(db, payment) };
  },

  getPayment: async ({ context, db, shopper, params }) =>
    replyCurrent(context, await findPayment(db, params.id, shopper.customerId)),

  getPendingPayment: async ({ context, db, shopper }) => {
    const found = await findPendingPayment(db, shopper.customerId);
    return found ? replyCurrent(context, found) : { success: true, data: null };
  },

  confirmPayment: async (request) => {
    const { db, shopper } = request;
    const provider = request.context.paymentProvider;
    if (provider?.name === testProvider.name) requireDemoLink(request);
    const outcome = { id: request.params.id, customerId: shopper.customerId, provider, body: request.body };
    return replyPayment(request.context, await recordPaymentOutcome(db, outcome));
  },

  payOnDelivery: async (request) => {
    const { db, shopper, params } = request;
    const asked = await askAboutOrders(db, request.context.shippingRule, params.id, shopper.customerId);
    const { expected_fee: fee, expected_total: total } = request.body;
    const origin = { provenBy: provenBy(request.context), ipAddress: request.ipAddress };
    const how = { origin, expected: { fee, total }, asked };
    const change = () => write(db, (tx) => changeToPayOnDelivery(tx, shopper, params.id, how));
    return replyPayment(request.context, await withAddressLimitReported(db, { shopper, ...how }, change));
  },
} satisfies Partial<Handlers>;

export interface WebhookContext extends CallContext {
  log: Logger;
  metrics: { countWebhookMismatch: (reason: MismatchReason) => void };
}

/** What the owner reads of a webhook that matches a payment and still needs attention. */
const mismatchTexts: Partial<Record<MismatchReason, string>> = {
  second_payment: 'an order was paid twice: a refund of the second payment is due',
  refund: 'the provider reports a refund that was not due',
  refund_failed: 'a refund failed at the provider',
};

function logMismatch({ reason, received, payment }: PaymentMismatch, { log, metrics }: WebhookContext): void {
  metrics.countWebhookMismatch(reason);
  const due = payment && { payment: payment.id, due: payment.amount };
  log.warn({ reason, ...received, ...due }, mismatchTexts[reason] ?? 'webhook matches no payment of this shop');
}

/**
 * Handles a webhook of a payment provider. It has no application key; its signature over the raw body authenticates it. A provider retries
 * after any reply but a success.
 */
export async function handleWebhook(name: string, request: Request, options: WebhookContext): Promise<Response> {
  const { db, paymentProvider } = options;
  try {
    const body = await request.text().catch(refuseMalformed);
    const mismatch = await processWebhook(db, paymentProvider, { name, body, headers: request.headers });
    if (mismatch) logMismatch(mismatch, options);
    return replyJson({ success: true });
  } catch (error) {
    if (error instanceof Refusal) return replyRefusal(error);
    throw error;
  }
}

export interface CallbackContext extends CallContext {
  /** Origins of sites that use this store from elsewhere. */
  allowedOrigins: readonly string[];
  log: Logger;
}

/** Redirects with GET; the path is this site's own, or that of an allowed site. */
const redirectTo = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });

/**
 * Handles the form with which a provider's payment page sends the browser back. The query names the payment and, for a site elsewhere, its
 * origin. Redirects to the page with the result; that page asks the store for it again, so a forged request leads to no wrong result.
 */
export async function handlePaymentCallback(
  name: string,
  request: Request,
  { db, paymentProvider, allowedOrigins, log }: CallbackContext,
): Promise<Response> {
  const { searchParams } = new URL(request.url);
  const paymentId = searchParams.get('id') ?? '';
  const site = allowedOrigins.find((origin) => origin === searchParams.get('site')) ?? '';
  try {
    const fields = Object.fromEntries(new URLSearchParams(await request.text().catch(refuseMalformed)));
    const { payment, failed } = await recordCallback(db, paymentProvider, { name, paymentId, fields });
    if (!payment) return redirectTo(site + paths.paymentPage);
    const link = await findPayLinkOf(db, payment);
    if (link) return redirectTo(site + link);
    if (failed && payment.status !== 'paid') return redirectTo(site + paths.orderFailure(payment.id, failed));
    return redirectTo(site + paths.orderPaid(payment.id));
  } catch (error) {
    if (error instanceof Refusal) return replyRefusal(error);
    log.error({ err: error, payment: paymentId }, 'the result of a payment could not be recorded');
    return redirectTo(site + paths.payment(paymentId));
  }
}
