import { useStore } from '@nanostores/react';
import { shippingRow, Totals } from '#islands/ui/Totals.tsx';
import { lineKey, linePaise } from '#lib/rules/cart.ts';
import { formatPaise } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $cart, $cartPaise, $cartUnits } from '#lib/state/cart/cart.ts';
import { OrderedItem } from './OrderedItem.tsx';
import '#styles/ui/card-box.css';
import './CheckoutSummary.css';

/** The order summary: beside the steps on wide screens, collapsed above them on narrow ones. */
export function CheckoutSummary() {
  const { cartItems } = useStore($cart);
  const units = useStore($cartUnits);
  const total = useStore($cartPaise);
  return (
    <aside className="checkout-summary" aria-label="Order summary">
      <details className="card-box" open={cartItems.some(({ message }) => message) || matchMedia('(min-width: 64em)').matches}>
        <summary>
          <h2>
            Order summary <span className="quiet">({units})</span>
          </h2>
          <span className="price">{formatPaise(total)}</span>
        </summary>
        <ul className="ordered">
          {cartItems.map((item) => (
            <OrderedItem
              key={lineKey(item)}
              picture={item.product_images}
              name={item.product_name}
              option={item.option_name}
              size={item.selected_variant?.product_variation}
              quantity={item.quantity}
              total={linePaise(item)}
              note={item.message}
            />
          ))}
        </ul>
        <Totals rows={[{ label: 'Subtotal', value: formatPaise(total) }, shippingRow]} total={total} />
        <p>
          <a href={paths.cart}>Edit cart</a>
        </p>
      </details>
    </aside>
  );
}
