import { Totals } from '#islands/ui/Totals.tsx';
import { codFeeRows, discountRows, shippingRow } from '#islands/ui/totals-rows.ts';
import type { Order } from '#lib/contract/orders.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatPaise } from '#lib/rules/money.ts';
import { toTotals } from '#lib/rules/totals.ts';

/** The order summary (specification, order details): amount, quantity, discounts if any, subtotal, shipping, fee if any, and total. */
export function OrderTotals({ order }: { order: Order }) {
  const amounts = toTotals(order);
  const { items, discount, prepaidDiscount, shipping, codFee, total } = amounts;
  return (
    <section aria-labelledby="order-summary-title">
      <h3 id="order-summary-title">{t('Summary')}</h3>
      <Totals
        rows={[
          { label: t('Amount'), value: formatPaise(items) },
          { label: t('Quantity'), value: order.quantity },
          ...discountRows(amounts),
          { label: t('Subtotal'), value: formatPaise(items - discount - prepaidDiscount) },
          shippingRow(shipping),
          ...codFeeRows(codFee),
        ]}
        total={total}
      />
    </section>
  );
}
