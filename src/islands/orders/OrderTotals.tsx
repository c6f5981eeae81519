import type { Order } from '#lib/contract/orders.ts';
import { formatPaise, formatRupees, toPaise } from '#lib/rules/money.ts';
import '#styles/ui/totals.css';

/** The summary of specification 2.8: amount, quantity, discount if any, subtotal, shipping and total. */
export function OrderTotals({ order }: { order: Order }) {
  const { price, quantity, discount_amount, final_amount } = order;
  const discount = toPaise(discount_amount);
  return (
    <section aria-labelledby="order-summary-title">
      <h3 id="order-summary-title">Summary</h3>
      <dl className="totals">
        <div>
          <dt>Amount</dt>
          <dd>{formatRupees(price)}</dd>
        </div>
        <div>
          <dt>Quantity</dt>
          <dd>{quantity}</dd>
        </div>
        {discount > 0 && (
          <div>
            <dt>Discount</dt>
            <dd>−{formatPaise(discount)}</dd>
          </div>
        )}
        <div>
          <dt>Subtotal</dt>
          <dd>{formatPaise(toPaise(price) - discount)}</dd>
        </div>
        <div>
          <dt>Shipping</dt>
          <dd>Free</dd>
        </div>
        <div className="total">
          <dt>Total</dt>
          <dd>{formatRupees(final_amount)}</dd>
        </div>
      </dl>
    </section>
  );
}
