import { useStore } from '@nanostores/react';
import { useEffect, useState } from 'react';
import { FormError } from '#islands/form/FormError.tsx';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { isSecondTap } from '#lib/client/second-tap.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import type { RankedOffer } from '#lib/rules/coupon-offers.ts';
import { formatPaise } from '#lib/rules/money.ts';
import { $checkout } from '#lib/state/checkout/checkout.ts';
import { applyCoupon, rememberCouponCode } from '#lib/state/checkout/coupon.ts';
import { $offersLoaded, $rankedOffers, countExpectedOffers, hasOffers, loadOffers } from '#lib/state/checkout/offers.ts';
import { $auth } from '#lib/state/session/session.ts';
import './Offers.css';

interface Props {
  /** Called when a coupon is sent, and with false when it was not applied. */
  onSubmit: (isSending: boolean) => void;
}

/** What a coupon gives; of one that does not fit the cart yet, also what is missing. */
function Terms({ code, text, missing }: RankedOffer) {
  return (
    <>
      <strong className="coupon-code" translate="no">
        {code}
      </strong>
      <span>{text}</span>
      {missing > 0 && <span className="offer-missing">{t('Add {amount} more', { amount: formatPaise(missing) })}</span>}
    </>
  );
}

/** What the best coupon for the cart saves, or what the nearest one needs; of a guest's chosen one, when it is applied. */
function OfferNote({ best, kept }: { best: RankedOffer | undefined; kept: string | undefined }) {
  const code = <span translate="no">{kept ?? best?.code}</span>;
  if (kept) return <Sentence parts={tParts('We apply {code} as soon as your number or email address is verified.', { code })} />;
  if (!best || best.missing + best.saving === 0) return null;
  const amount = <span translate="no">{formatPaise(best.missing || best.saving)}</span>;
  if (best.missing > 0) return <Sentence parts={tParts('Add {amount} more to use {code}', { amount, code })} />;
  return <Sentence parts={tParts('Best for this cart: {code}, you save {amount}', { code, amount })} />;
}

/** The coupons that the shop offers to everyone, each applied by one tap. Limits of a customer are checked then. */
export function Offers({ onSubmit }: Props) {
  const offers = useStore($rankedOffers);
  const isLoaded = useStore($offersLoaded);
  const { couponCode, discountLoading } = useStore($checkout);
  const { isAuthenticated } = useStore($auth);
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    if (hasOffers()) void loadOffers();
  }, []);
  if (!hasOffers() || (isLoaded && offers.length === 0)) return null;
  const kept = isAuthenticated ? undefined : offers.find(({ code }) => code === couponCode)?.code;
  const apply = async (code: string) => {
    setProblem(undefined);
    onSubmit(isAuthenticated);
    const { ok, fields, message } = await applyCoupon(code);
    if (ok) return;
    onSubmit(false);
    if (!isAuthenticated) rememberCouponCode('');
    setProblem(fields?.['coupon_code']?.[0] ?? message);
    void loadOffers();
  };
  return (
    <div className="offers">
      <p className="offers-note" role="status">
        <OfferNote best={offers[0]} kept={kept} />
      </p>
      <ul aria-label={t('Offers')} tabIndex={offers[0]?.missing ? 0 : undefined}>
        {!isLoaded && Array.from({ length: countExpectedOffers() }, (_, i) => <li key={i} aria-hidden="true" />)}
        {offers.map((offer) => (
          <li key={offer.code}>
            {offer.missing > 0 ? (
              <div className="offer">
                <Terms {...offer} />
              </div>
            ) : (
              <button
                type="button"
                className="offer settles"
                aria-pressed={kept === offer.code}
                disabled={discountLoading}
                // The second tap was meant for "Remove", whose place it takes.
                onClick={(event) => isSecondTap(event) || void apply(offer.code)}
              >
                <span className="visually-hidden">{t('Apply coupon')}</span>
                <Terms {...offer} />
              </button>
            )}
          </li>
        ))}
      </ul>
      <FormError message={problem} />
    </div>
  );
}
