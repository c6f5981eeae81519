import { useStore } from '@nanostores/react';
import { type RefObject, useRef } from 'react';
import { createPortal } from 'react-dom';
import { useModal } from '#islands/dialog/useModal.ts';
import { chargeRows, Totals } from '#islands/ui/Totals.tsx';
import { failure } from '#lib/contract/texts.ts';
import { lineKey } from '#lib/rules/cart.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $cart, $cartUnits, closeCart } from '#lib/state/cart/cart.ts';
import { $couponWatch } from '#lib/state/checkout/coupon.ts';
import { $totals } from '#lib/state/checkout/totals.ts';
import { $auth } from '#lib/state/session/session.ts';
import { CartLineItem } from './CartLineItem.tsx';
import styles from './CartPanel.css?url';
import { CartSavings } from './CartSavings.tsx';

interface Props {
  /** Gets the focus on close when no element had it before. */
  fallbackFocus: RefObject<HTMLElement | null>;
}

/** The cart popup: a side panel (specification 2.7). Its styles load with it. */
export default function CartPanel({ fallbackFocus }: Props) {
  return (
    <>
      <link rel="stylesheet" href={styles} precedence="default" />
      {createPortal(<Panel fallbackFocus={fallbackFocus} />, document.body)}
    </>
  );
}

function Panel({ fallbackFocus }: Props) {
  const { cartItems } = useStore($cart);
  const { isAuthenticated } = useStore($auth);
  const units = useStore($cartUnits);
  const totals = useStore($totals);
  useStore($couponWatch);
  const layer = useRef<HTMLDivElement>(null);
  useModal(layer, closeCart, fallbackFocus);
  const filled = cartItems.length > 0;

  return (
    <div className="dialog-layer" ref={layer} role="dialog" aria-modal="true" aria-labelledby="cart-panel-title" tabIndex={-1}>
      <button type="button" className="dialog-scrim cart-scrim" aria-hidden="true" tabIndex={-1} onClick={closeCart} />
      <section className="side-panel cart-panel">
        <header>
          <h2 id="cart-panel-title" aria-live="polite">
            Your cart ({units} {units === 1 ? 'item' : 'items'})
          </h2>
          <button type="button" className="icon-button" aria-label="Close cart" onClick={closeCart}>
            <i className="icon close" />
          </button>
        </header>
        {filled ? (
          <ul className="cart-lines cart-panel-lines">
            {cartItems.map((item) => (
              <CartLineItem key={lineKey(item)} item={item} />
            ))}
          </ul>
        ) : (
          <div className="empty cart-panel-empty">
            <span className="empty-icon">
              <i className="icon bag" />
            </span>
            <h3>{failure.cartEmpty}</h3>
            <p>Items you add are saved here.</p>
          </div>
        )}
        <footer>
          {filled && (
            <>
              <Totals rows={chargeRows(totals)} total={totals.total} />
              <CartSavings />
              <a className="button primary" href={isAuthenticated ? paths.checkout : paths.cart}>
                Checkout
              </a>
              <a className="button" href={paths.cart}>
                View Cart
              </a>
            </>
          )}
          <a className={filled ? 'link cart-panel-on' : 'button primary cart-panel-on'} href={paths.shop}>
            Continue Shopping
          </a>
        </footer>
      </section>
    </div>
  );
}
