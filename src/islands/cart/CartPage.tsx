import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { Totals } from '#islands/ui/Totals.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { lineKey } from '#lib/rules/cart.ts';
import { formatPaise } from '#lib/rules/money.ts';
import { $cart, $cartPaise, $cartUnits } from '#lib/state/cart/cart.ts';
import { refreshCart } from '#lib/state/cart/refresh.ts';
import { CartLineItem } from './CartLineItem.tsx';
import './CartPage.css';
import '#styles/ui/empty.css';
import '#styles/ui/stepper.css';
import '#styles/ui/waiting.css';

/** The cart page: lines, totals and the way to the checkout. */
export default function CartPage() {
  const { cartItems } = useStore($cart, { ssr: 'initial' });
  const units = useStore($cartUnits, { ssr: () => 0 });
  const total = useStore($cartPaise, { ssr: () => 0 });
  const known = useHydrated();
  useToasts();
  useEffect(() => void refreshCart(), []);

  if (!known) return <p className="waiting">Loading your cart…</p>;
  if (cartItems.length === 0) {
    return (
      <div className="empty">
        <h2>Your cart is empty</h2>
        <p>Whatever you add waits for you here, also when you come back later.</p>
        <a className="button primary" href="/shop">
          Continue Shopping
        </a>
      </div>
    );
  }
  return (
    <div className="cart-page">
      <ul className="cart-lines" aria-label="Items in your cart">
        {cartItems.map((item) => (
          <CartLineItem key={lineKey(item)} item={item} />
        ))}
      </ul>
      <div className="cart-side">
        <section className="cart-summary" aria-labelledby="cart-summary-title">
          <h2 id="cart-summary-title">Order summary</h2>
          <Totals label={`Items (${units})`} paise={total} />
          <p className="quiet">Prices include all taxes.</p>
        </section>
        <div className="cart-go">
          <span className="price cart-go-total">{formatPaise(total)}</span>
          <a className="button primary" href="/checkout">
            Checkout
          </a>
        </div>
      </div>
    </div>
  );
}
