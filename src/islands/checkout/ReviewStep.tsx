import { useStore } from '@nanostores/react';
import { formatPaise } from '#lib/rules/money.ts';
import { $cartPaise } from '#lib/state/cart/cart.ts';
import { $checkout, goToStep } from '#lib/state/checkout/checkout.ts';
import { placeOrder } from '#lib/state/checkout/place-order.ts';
import '#styles/ui/card-box.css';
import '#styles/ui/link.css';
import '#styles/ui/notice.css';
import './ReviewStep.css';

/** Last step: everything at a glance, how to pay, and the button that orders. */
export function ReviewStep() {
  const { form, attempt, checkoutLoading, checkoutError } = useStore($checkout);
  const total = useStore($cartPaise);
  const placing = () => {
    if (checkoutLoading) return 'Placing your order…';
    return attempt ? 'Try again' : `Place order · ${formatPaise(total)}`;
  };
  return (
    <div className="stack">
      <section className="card-box deliver-to" aria-label="Deliver to">
        <h3>Deliver to</h3>
        <address>
          <strong>
            {form['firstname']} {form['lastname']}
          </strong>
          <br />
          {form['address']}
          <br />
          {form['city']}, {form['state']} {form['pincode']}
          <br />
          +91 {form['phone_number']}
          {form['alt_phone_number'] && <> / +91 {form['alt_phone_number']}</>}
          <br />
          {form['email']}
        </address>
        {!attempt && (
          <button type="button" className="link deliver-change" onClick={() => goToStep('address')}>
            Change<span className="visually-hidden"> address</span>
          </button>
        )}
      </section>
      <fieldset className="card-box">
        <legend>Payment method</legend>
        <label className="payment">
          <input type="radio" name="payment_method" value="cod" defaultChecked />
          <span>
            <strong>Cash on Delivery (COD)</strong>
            <br />
            Pay when your order reaches you.
          </span>
        </label>
      </fieldset>
      <div className="place-bar">
        {checkoutError && (
          <div className="notice" role="alert">
            <p>{checkoutError}</p>
            {attempt ? (
              <p>Everything is kept. Trying again never orders twice.</p>
            ) : (
              <p>
                <a href="/cart">Review your cart</a>
              </p>
            )}
          </div>
        )}
        <button type="button" className="button primary" disabled={checkoutLoading} onClick={() => void placeOrder()}>
          {placing()}
        </button>
      </div>
    </div>
  );
}
