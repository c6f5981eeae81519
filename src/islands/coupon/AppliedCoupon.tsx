import { useStore } from '@nanostores/react';
import { isSecondTap } from '#lib/client/second-tap.ts';
import type { Coupon } from '#lib/contract/coupons.ts';
import { t } from '#lib/contract/text/t.ts';
import { formatPaise } from '#lib/rules/money.ts';
import { $totals } from '#lib/state/checkout/totals.ts';

interface Props {
  coupon: Coupon;
  /** Undefined while the coupon cannot be removed. */
  remove: (() => void) | undefined;
}

export function AppliedCoupon({ coupon: { coupon_code }, remove }: Props) {
  const { discount } = useStore($totals);
  return (
    <div className="coupon-applied" tabIndex={-1}>
      <p>
        <strong className="coupon-code" translate="no">
          {coupon_code}
        </strong>{' '}
        <span className="coupon-saving">{t('You save {amount}', { amount: formatPaise(discount) })}</span>
      </p>
      {remove && (
        <button
          type="button"
          className="link settles"
          aria-label={t('Remove coupon {code}', { code: coupon_code })}
          // The second tap was meant for "Apply", whose place it takes.
          onClick={(event) => isSecondTap(event) || remove()}
        >
          {t('Remove')}
        </button>
      )}
    </div>
  );
}
