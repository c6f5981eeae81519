import type { Db } from '#api/database/schema/engine.ts';
import type { ProviderRefund } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import type { GuardedProvider } from '#api/services/payments/guard-provider.ts';
import { ProviderUnreachable } from '#api/services/payments/provider-interface.ts';
import { askForRefund, type RefundAsker, recordRefundRequest } from './provider-refunds.ts';
import { RefundNotPossible, type RefundWish } from './refundable.ts';

/** Whether this shop's provider makes refunds of payments that were made through `name`. */
export const makesRefunds = (
  provider: GuardedProvider | undefined,
  name: string | undefined,
): provider is GuardedProvider & Required<Pick<GuardedProvider, 'refund'>> =>
  provider?.refund !== undefined && provider.name === name;

/** Asks for recorded refunds that are not done; one whose reply is lost stays unclear. Returns them as they are then. */
export async function askForAll(db: Db, rows: readonly ProviderRefund[], provider: GuardedProvider): Promise<ProviderRefund[]> {
  for (const row of rows) {
    if (row.state !== 'pending') continue;
    await askForRefund(db, row, provider).catch((error: unknown) => {
      if (!(error instanceof ProviderUnreachable)) throw error;
    });
  }
  const ids = rows.map(({ id }) => id);
  return db.selectFrom('provider_refund').selectAll().where('id', 'in', ids).orderBy('created_at').orderBy('id').execute();
}

/** Records a refund and asks the provider for it, outside any transaction. Throws `RefundNotPossible`. */
export async function refundThroughProvider(
  db: Db,
  provider: GuardedProvider | undefined,
  { orderId, wish, asker }: { orderId: number; wish: RefundWish; asker: RefundAsker },
): Promise<ProviderRefund[]> {
  const paid = await db
    .selectFrom('payment')
    .innerJoin('orders', 'orders.checkout_id', 'payment.checkout_id')
    .select('payment.provider')
    .where('orders.id', '=', orderId)
    .executeTakeFirst();
  if (!paid) throw new RefundNotPossible('The order has not been paid online: return the money by hand');
  if (!makesRefunds(provider, paid.provider))
    throw new RefundNotPossible(`This shop cannot ask ${paid.provider} for refunds: make it there, and record it here by hand`);
  return askForAll(db, await write(db, (tx) => recordRefundRequest(tx, orderId, wish, asker)), provider);
}
