import type { Logger } from 'pino';
import { recordCallback } from '#api/services/checkout/payment-callback.ts';
import { Refusal } from '#api/services/refusal.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import type { CallContext } from './call-context.ts';
import { refuseMalformed } from './http/limit-request-body.ts';
import { replyRefusal } from './http/reply.ts';

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
    if (failed && payment.status !== 'paid') return redirectTo(site + paths.orderFailure(payment.id, failed));
    return redirectTo(site + paths.orderPaid(payment.id));
  } catch (error) {
    if (error instanceof Refusal) return replyRefusal(error);
    log.error({ err: error, payment: paymentId }, 'the result of a payment could not be recorded');
    return redirectTo(site + paths.payment(paymentId));
  }
}
