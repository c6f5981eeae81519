import { useStore } from '@nanostores/react';
import { Assurance } from '#islands/cart/Assurance.tsx';
import { CART_LOADING } from '#islands/cart/cart-texts.ts';
import { CouponSection } from '#islands/coupon/CouponSection.tsx';
import { FormError } from '#islands/form/FormError.tsx';
import { AddressText } from '#islands/ui/AddressText.tsx';
import { isOtherStore } from '#lib/client/other-store.ts';
import { isSecondTap } from '#lib/client/second-tap.ts';
import { t } from '#lib/contract/text/t.ts';
import { describeReturns } from '#lib/rules/assurance-texts.ts';
import { formatPaise } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { CANCEL_PROMISE } from '#lib/site/delivery-texts.ts';
import { $cartView } from '#lib/state/cart/cart.ts';
import { $checkout } from '#lib/state/checkout/checkout.ts';
import { $paymentOption } from '#lib/state/checkout/payment-option.ts';
import { placeOrder } from '#lib/state/checkout/place-order.ts';
import { $totals } from '#lib/state/checkout/totals.ts';
import { $storeInfo } from '#lib/state/store/store-info.ts';
import { DeliveryNote } from './DeliveryNote.tsx';
import { OrderNote } from './OrderNote.tsx';
import { PaymentChoice } from './PaymentChoice.tsx';
import { StepLink } from './StepLink.tsx';
import '#styles/ui/link.css';
import '#styles/ui/framed-box.css';
import './ReviewStep.css';

export function ReviewStep() {
  const { form, attempt, checkoutLoading, checkoutError } = useStore($checkout);
  const { total } = useStore($totals);
  const option = useStore($paymentOption);
  const { storeinfo } = useStore($storeInfo);
  const isCartLoading = useStore($cartView) === 'loading';
  const buttonLabel = () => {
    if (checkoutLoading) return t('Placing your order…');
    if (isCartLoading && !attempt) return CART_LOADING;
    if (attempt) return t('Try again');
    if (total === 0) return t('Place order');
    if (option === 'cod') return t('Place order, pay on delivery');
    const amount = formatPaise(total);
    return option === 'upi' && storeinfo?.payment_checkout?.opens_choice
      ? t('Pay {amount} by UPI', { amount })
      : t('Pay {amount}', { amount });
  };
  return (
    <div className="stack">
      <section className="card-box deliver-to" aria-label={t('Deliver to')}>
        <h3>{t('Deliver to')}</h3>
        <AddressText address={form} />
        <DeliveryNote />
        {!attempt && (
          <StepLink step="address" className="link deliver-change" label={t('Change address')}>
            {t('Change')}
          </StepLink>
        )}
      </section>
      <PaymentChoice />
      <CouponSection />
      <OrderNote />
      <div className="place-bar">
        <FormError message={checkoutError}>
          {attempt ? (
            <p>{t('Your details are saved. Trying again will not place a second order.')}</p>
          ) : (
            <p>
              <a className="link" href={paths.cart}>
                {t('Review your cart')}
              </a>
            </p>
          )}
        </FormError>
        <div className="place-words">
          {option === 'cod' && !isCartLoading && (
            <p className="place-total">
              <span>{t('Total')}</span>{' '}
              <span className="price" translate="no">
                {formatPaise(total)}
              </span>
            </p>
          )}
          <Assurance lines={[isOtherStore() ? '' : CANCEL_PROMISE, describeReturns(storeinfo?.return_days)]} />
        </div>
        <button
          type="button"
          className="button primary settles"
          aria-busy={checkoutLoading}
          disabled={checkoutLoading || (isCartLoading && !attempt)}
          // The second tap was meant for what was here before: "Continue to payment" or "Apply".
          onClick={(event) => isSecondTap(event) || void placeOrder()}
        >
          {buttonLabel()}
        </button>
      </div>
    </div>
  );
}
