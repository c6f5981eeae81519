import { type Db, keepPerDatabase } from '#api/database/schema/engine.ts';
import type { PaymentTable } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import { recordAuthorisation } from '#api/services/payment-records/payments.ts';
import type { GuardedProvider } from '#api/services/payments/guard-provider.ts';
import { type PaymentReply, ProviderUnreachable } from '#api/services/payments/provider-interface.ts';
import { settlePayment } from './settle-payment.ts';

/** What the provider says of a payment: it has the money, promises it, has nothing, does not know, or cannot be asked. */
export type ProviderSays = 'paid' | 'confirming' | 'nothing' | 'unreachable' | 'unasked';

async function recordReply(db: Db, { id }: PaymentTable, answer: PaymentReply): Promise<ProviderSays> {
  if (answer.kind === 'other') return 'nothing';
  const { providerPayment } = answer.received;
  if (answer.kind === 'received') {
    await write(db, (tx) => settlePayment(tx, id, providerPayment));
    return 'paid';
  }
  await write(db, (tx) => recordAuthorisation(tx, id, providerPayment, answer.kind === 'authorised'));
  return answer.kind === 'authorised' ? 'confirming' : 'nothing';
}

/** Whether a provider can be asked about a payment: it knows an order of it. */
export const canBeAsked = (
  payment: PaymentTable,
  provider: GuardedProvider | undefined,
): provider is GuardedProvider & Required<Pick<GuardedProvider, 'findPayment'>> =>
  provider?.findPayment !== undefined && provider.name === payment.provider && payment.provider_order !== null;

/**
 * Asks the provider about a payment and records the answer as a webhook would: money that has arrived settles it. Sends nothing for a payment that
 * was never opened there, or of another provider. No transaction is open during the request. Idempotent.
 */
export async function askProvider(db: Db, payment: PaymentTable, provider: GuardedProvider | undefined): Promise<ProviderSays> {
  if (!canBeAsked(payment, provider)) return 'unasked';
  try {
    return await recordReply(
      db,
      payment,
      await provider.findPayment({ id: payment.id, amount: payment.amount }, payment.provider_order ?? ''),
    );
  } catch (error) {
    if (error instanceof ProviderUnreachable) return 'unreachable';
    throw error;
  }
}

/** When this process last asked about each payment, in milliseconds since 1970. */
const lastAsked = keepPerDatabase(() => new Map<string, number>());

/** How many of them are kept. */
const MAX_KEPT = 10_000;

/** Like `askProvider`, at most once in `intervalMs` for one payment; `unasked` before that. */
export async function askProviderAgain(
  db: Db,
  payment: PaymentTable,
  provider: GuardedProvider | undefined,
  intervalMs: number,
): Promise<ProviderSays> {
  const asked = lastAsked(db);
  const now = Date.now();
  if (now - (asked.get(payment.id) ?? 0) < intervalMs) return 'unasked';
  if (asked.size >= MAX_KEPT) asked.clear();
  asked.set(payment.id, now);
  return askProvider(db, payment, provider);
}

/** The payment as it is stored now. */
export const rereadPayment = (db: Db, { id }: PaymentTable): Promise<PaymentTable> =>
  db.selectFrom('payment').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
