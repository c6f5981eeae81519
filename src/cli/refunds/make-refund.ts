import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { inspectConfiguration } from '#api/environment/configuration.ts';
import { tryShopConfig } from '#api/extend/load-shop-config.ts';
import { createLog } from '#api/logging.ts';
import { type GuardedProvider, guardProvider } from '#api/services/payments/guard-provider.ts';
import { connectProvider } from '#api/services/payments/provider-failures.ts';
import { ProviderUnreachable } from '#api/services/payments/provider-interface.ts';
import { testProvider } from '#api/services/payments/providers.ts';
import { askForRefund, recordRefundRequest } from '#api/services/payments/refunds/provider-refunds.ts';
import type { RefundWish } from '#api/services/payments/refunds/refundable.ts';
import { CommandFailed, commandContext } from '#cli/process/command.ts';
import { userName } from '#cli/process/denied.ts';
import type { OwnOrder } from '#lib/contract/orders.ts';

/** The provider through which an order was paid. Throws `CommandFailed` if the shop is not set up with it, or it makes no refunds. */
async function openProvider(db: Db, { order_id, order_number }: OwnOrder): Promise<GuardedProvider> {
  const paid = await db
    .selectFrom('payment')
    .innerJoin('orders', 'orders.checkout_id', 'payment.checkout_id')
    .select('payment.provider')
    .where('orders.id', '=', order_id)
    .executeTakeFirst();
  if (!paid) throw new CommandFailed(`${order_number} has not been paid online, so there is nothing to return`);
  if (paid.provider === testProvider.name) return guardProvider(testProvider, () => {});
  const { env } = commandContext();
  const { shopConfig } = await tryShopConfig(env);
  const { payments } = inspectConfiguration(env, shopConfig).configuration;
  const byHand = 'make the refund there and mark it with --refunded';
  if (payments?.provider.name !== paid.provider)
    throw new CommandFailed(`${order_number} was paid through ${paid.provider}, which is not set up here: ${byHand}`);
  const provider = await connectProvider(payments, db, createLog({ production: true, level: 'silent' }));
  if (!provider.refund) throw new CommandFailed(`${paid.provider} makes no refunds for the shop: ${byHand}`);
  return provider;
}

/**
 * Makes a refund of an order through its payment provider: what is due, an amount or items. Throws `RefundNotPossible` when there is
 * nothing to return, `CommandFailed` when the provider refuses or does not answer.
 */
export async function makeRefund(db: Db, order: OwnOrder, wish: RefundWish): Promise<void> {
  const provider = await openProvider(db, order);
  try {
    const requests = await write(db, (tx) => recordRefundRequest(tx, order.order_id, wish, { actor: `owner:${userName()}` }));
    for (const request of requests)
      if ((await askForRefund(db, request, provider)) === 'failed')
        throw new CommandFailed(`${provider.name} refuses the refund ${request.id}. See its dashboard for the reason`);
  } catch (error) {
    if (!(error instanceof ProviderUnreachable)) throw error;
    const reason = error.cause instanceof Error ? error.cause.message : 'unknown reason';
    throw new CommandFailed(
      `${provider.name} did not confirm the refund (${reason}). It is recorded: the running shop asks again by itself, and the same command asks now`,
    );
  }
}
