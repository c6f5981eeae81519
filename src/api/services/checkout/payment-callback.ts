import type { Db } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import { settlePayment } from '#api/services/orders/settle-payment.ts';
import type { PaymentProvider } from '#api/services/payments/provider-interface.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';

/** Outcome of a payment made on the provider's own page. */
export interface CallbackResult {
  /** Undefined when this shop has no such payment. */
  payment: PaymentTable | undefined;
  /** Why it was not made; undefined once it is recorded. */
  failed: 'failed' | 'abandoned' | undefined;
}

/**
 * Records the form that the provider's payment page makes the browser post. The request comes from another site and without a session, so
 * anyone could forge it: only a signature over this shop's own order counts, and without one nothing changes. Throws a `Refusal` (404) for
 * a provider without such a page.
 */
export async function recordCallback(
  db: Db,
  provider: PaymentProvider | undefined,
  { name, paymentId, fields }: { name: string; paymentId: string; fields: Readonly<Record<string, string>> },
): Promise<CallbackResult> {
  if (provider?.name !== name || !provider.readCallbackFailure) throw new Refusal(404, failure.notFound);
  const payment = await db
    .selectFrom('payment')
    .selectAll()
    .where('id', '=', paymentId)
    .where('provider', '=', name)
    .executeTakeFirst();
  if (!payment) return { payment, failed: 'failed' };
  const providerPayment = provider.verifyProof(payment, payment.provider_order, fields);
  if (providerPayment === undefined) return { payment, failed: provider.readCallbackFailure(fields) };
  return { payment: await write(db, (tx) => settlePayment(tx, payment.id, providerPayment)), failed: undefined };
}
