import type { Order } from '#lib/contract/orders.ts';
import { formatRupees, toPaise } from '#lib/rules/money.ts';
import { OrderedItem } from './OrderedItem.tsx';
import '#styles/ui/card-box.css';
import '#styles/ui/totals.css';

/** One seller's order: items and total. */
export function PlacedOrder({ order }: { order: Order }) {
  return (
    <section className="card-box" aria-label={`Order ${order.order_number}`}>
      <h2>{order.order_number}</h2>
      <p className="quiet">Sold by {order.seller_name}</p>
      <ul className="ordered">
        {order.items.map((item) => (
          <OrderedItem
            key={`${item.product_id}:${item.product_variation}`}
            pictures={item.product_images}
            name={item.product_name}
            size={item.product_variation || undefined}
            quantity={item.quantity}
            paise={toPaise(item.final_price) * item.quantity}
          />
        ))}
      </ul>
      <dl className="totals">
        {toPaise(order.discount_amount) > 0 && (
          <div>
            <dt>Discount</dt>
            <dd>−{formatRupees(order.discount_amount)}</dd>
          </div>
        )}
        <div>
          <dt>Shipping</dt>
          <dd>Free</dd>
        </div>
        <div>
          <dt>Payment</dt>
          <dd>{order.payment_method === 'cod' ? 'Cash on Delivery (COD)' : 'Prepaid'}</dd>
        </div>
        <div className="total">
          <dt>Total</dt>
          <dd>{formatRupees(order.final_amount)}</dd>
        </div>
      </dl>
    </section>
  );
}
