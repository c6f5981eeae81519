import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { t } from '#lib/contract/text/t.ts';
import { $checkout } from '#lib/state/checkout/checkout.ts';
import { closeCouponNotice, removeCoupon } from '#lib/state/checkout/coupon.ts';
import { $rankedOffers } from '#lib/state/checkout/offers.ts';
import { AppliedCoupon } from './AppliedCoupon.tsx';
import { CouponForm } from './CouponForm.tsx';
import { Offers } from './Offers.tsx';
import '#styles/ui/link.css';
import '#styles/ui/notice.css';
import './CouponSection.css';

/** The coupon of the cart: a folded field, or the applied coupon with its saving. An order being retried keeps its own coupon. */
export function CouponSection() {
  const { discount, discountNotice, couponCode, attempt } = useStore($checkout);
  const section = useRef<HTMLElement>(null);
  /** Whether the shopper applied or removed the coupon here: the focused control then disappears. */
  const movesFocus = useRef(false);
  const notePending = (isSending: boolean): void => {
    movesFocus.current = isSending;
  };
  // The chip of a public coupon shows that it is kept.
  const isOffered = useStore($rankedOffers).some(({ code }) => code === couponCode);
  const isApplied = discount !== null;
  useEffect(() => {
    if (!movesFocus.current) return;
    movesFocus.current = false;
    section.current?.querySelector<HTMLElement>(isApplied ? '.coupon-applied' : 'summary')?.focus();
  }, [isApplied]);

  if (attempt && !discount) return null;
  return (
    <section className="coupon" aria-label={t('Coupon')} ref={section}>
      {discountNotice && (
        <div className="notice coupon-notice" role="alert">
          <p>{discountNotice}</p>
          <button type="button" className="link" aria-label={t('OK, hide this message')} onClick={closeCouponNotice}>
            {t('OK')}
          </button>
        </div>
      )}
      {discount ? (
        <AppliedCoupon
          coupon={discount}
          remove={
            attempt
              ? undefined
              : () => {
                  movesFocus.current = true;
                  removeCoupon();
                }
          }
        />
      ) : (
        <>
          <Offers onSubmit={notePending} />
          <details open={couponCode !== '' && !isOffered}>
            <summary>{t('Have a coupon?')}</summary>
            <CouponForm onSubmit={notePending} />
          </details>
        </>
      )}
    </section>
  );
}
