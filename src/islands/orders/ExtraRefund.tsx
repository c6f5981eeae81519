import { Sentence } from '#islands/ui/Sentence.tsx';
import type { Order } from '#lib/contract/orders.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { formatRupees } from '#lib/rules/money.ts';

/** Says that money paid for the order more than once goes back. */
export function ExtraRefund({ amount, done }: NonNullable<Order['extra_refund']>) {
  const returned = <strong translate="no">{formatRupees(amount)}</strong>;
  return (
    <section aria-labelledby="order-refund-title">
      <h3 id="order-refund-title">{t('Refund')}</h3>
      <p>
        <Sentence
          parts={
            done
              ? tParts(
                  'A second payment for this order has reached us. We have returned {amount} to the account you paid from.',
                  { amount: returned },
                )
              : tParts('A second payment for this order has reached us. We return {amount} to the account you paid from.', {
                  amount: returned,
                })
          }
        />
      </p>
    </section>
  );
}
