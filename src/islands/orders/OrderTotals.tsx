import { discountRows, shippingRow, Totals } from '#islands/ui/Totals.tsx';
import type { Order } from '#lib/contract/orders.ts';
import { formatPaise, formatRupees, toPaise } from '#lib/rules/money.ts';

/** The order summary (specification 2.8): amount, quantity, discount if any, subtotal, shipping and total. */
export function OrderTotals({ order }: { order: Order }) {
  const { price, quantity, discount_amount, final_amount } = order;
  const discount = toPaise(discount_amount);
  return (
    <section aria-labelledby="order-summary-title">
      <h3 id="order-summary-title">Summary</h3>
      <Totals
        rows={[
          { label: 'Amount', value: formatRupees(price) },
          { label: 'Quantity', value: quantity },
          ...discountRows(discount),
          { label: 'Subtotal', value: formatPaise(toPaise(price) - discount) },
          shippingRow,
        ]}
        total={toPaise(final_amount)}
      />
    </section>
  );
}
