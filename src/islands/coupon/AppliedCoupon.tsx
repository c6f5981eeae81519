import { useStore } from '@nanostores/react';
import type { Coupon } from '#lib/contract/coupons.ts';
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
        <span className="coupon-saving">{`You save ${formatPaise(discount)}`}</span>
      </p>
      {remove && (
        <button
          type="button"
          className="link"
          // The second click of a double click on Apply, whose place it takes.
          onClick={(event) => event.detail < 2 && remove()}
        >
          Remove
          <span className="visually-hidden">
            {' '}
            coupon <span translate="no">{coupon_code}</span>
          </span>
        </button>
      )}
    </div>
  );
}
