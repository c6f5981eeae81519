import type { Order } from '#lib/contract/orders.ts';
import { formatRupees } from '#lib/rules/money.ts';

/** Says that money paid for the order more than once goes back. */
export function ExtraRefund({ amount, done }: NonNullable<Order['extra_refund']>) {
  return (
    <section aria-labelledby="order-refund-title">
      <h3 id="order-refund-title">Refund</h3>
      <p>
        <span>{`A second payment for this order has reached us. ${done ? 'We have returned' : 'We return'}`}</span>{' '}
        <strong translate="no">{formatRupees(amount)}</strong> to the account you paid from.
      </p>
    </section>
  );
}
