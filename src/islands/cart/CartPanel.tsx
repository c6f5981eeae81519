import { useStore } from '@nanostores/react';
import type { RefObject } from 'react';
import { Modal } from '#islands/dialog/Modal.tsx';
import { Totals } from '#islands/ui/Totals.tsx';
import { cartRows } from '#islands/ui/totals-rows.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $cart, $cartUnits, $cartView, closeCart } from '#lib/state/cart/cart.ts';
import { $couponWatch } from '#lib/state/checkout/coupon.ts';
import { $quoteWatch } from '#lib/state/checkout/delivery-quote.ts';
import { $totals } from '#lib/state/checkout/totals.ts';
import { describeUnsaved } from '#lib/state/persistence/describe-unsaved.ts';
import { $unsaved } from '#lib/state/persistence/saved-state.ts';
import { $auth } from '#lib/state/session/session.ts';
import { $charges } from '#lib/state/store/charges.ts';
import { CartLines } from './CartLines.tsx';
import styles from './CartPanel.css?url';
import { CartSavings } from './CartSavings.tsx';
import { CART_LOADING, EMPTY_PANEL_TEXT } from './cart-texts.ts';

interface Props {
  /** Gets the focus on close when no element had it before. */
  fallbackFocus: RefObject<HTMLElement | null>;
}

/** The cart popup: a side panel, as specified. Its styles load with it. */
export default function CartPanel({ fallbackFocus }: Props) {
  const { cartItems } = useStore($cart);
  const { isAuthenticated } = useStore($auth);
  const units = useStore($cartUnits);
  const totals = useStore($totals);
  const charges = useStore($charges);
  useStore($couponWatch);
  useStore($quoteWatch);
  const view = useStore($cartView);
  const filled = view === 'lines';
  useStore($unsaved);
  const unsaved = describeUnsaved(isAuthenticated ? 'auth' : 'cart');

  return (
    <Modal name="cart-panel" styles={styles} scrimClass="cart-scrim" close={closeCart} fallbackFocus={fallbackFocus}>
      <section className="side-panel cart-panel">
        <header>
          <h2 id="cart-panel-title" aria-live="polite">
            {units === 1 ? t('Your cart (1 item)') : t('Your cart ({count} items)', { count: units })}
          </h2>
          <button type="button" className="icon-button" aria-label={t('Close cart')} onClick={closeCart}>
            <i className="icon close" />
          </button>
        </header>
        {filled && unsaved && (
          <div className="notice cart-panel-unsaved" role="alert">
            <p>{unsaved}</p>
          </div>
        )}
        {filled ? (
          <div className="side-panel-content">
            <CartLines items={cartItems} />
          </div>
        ) : view === 'loading' ? (
          <p className="side-panel-content">{CART_LOADING}</p>
        ) : (
          <div className="empty cart-panel-empty">
            <span className="empty-icon">
              <i className="icon bag" />
            </span>
            <h3>{failure.cartEmpty}</h3>
            <p>{unsaved ?? EMPTY_PANEL_TEXT}</p>
          </div>
        )}
        <footer>
          {filled && (
            <>
              <Totals rows={cartRows(totals, charges)} total={totals.total} />
              <CartSavings />
              <a className="button primary" href={isAuthenticated ? paths.checkout : paths.cart}>
                {t('Checkout')}
              </a>
              <a className="button" href={paths.cart}>
                {t('View Cart')}
              </a>
            </>
          )}
          <a className={filled ? 'link cart-panel-on' : 'button primary cart-panel-on'} href={paths.shop}>
            {t('Continue Shopping')}
          </a>
        </footer>
      </section>
    </Modal>
  );
}
