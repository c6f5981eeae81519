import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { CouponSection } from '#islands/coupon/CouponSection.tsx';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { EmptyState } from '#islands/ui/EmptyState.tsx';
import { Totals } from '#islands/ui/Totals.tsx';
import { cartRows } from '#islands/ui/totals-rows.ts';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { SavedProducts } from '#islands/wishlist/SavedProducts.tsx';
import { failure } from '#lib/contract/messages/failures.ts';
import { t } from '#lib/contract/text/t.ts';
import { assuranceOfQuote, describeAssurances } from '#lib/rules/assurance-texts.ts';
import { formatPaise } from '#lib/rules/money.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $cart, $cartUnits, $cartView } from '#lib/state/cart/cart.ts';
import { refreshCart } from '#lib/state/cart/refresh-cart.ts';
import { $couponWatch } from '#lib/state/checkout/coupon.ts';
import { $quoteWatch } from '#lib/state/checkout/delivery-quote.ts';
import { $totals } from '#lib/state/checkout/totals.ts';
import { describeUnsaved } from '#lib/state/persistence/describe-unsaved.ts';
import { $unsaved } from '#lib/state/persistence/saved-state.ts';
import { $auth } from '#lib/state/session/session.ts';
import { $charges, $quote } from '#lib/state/store/charges.ts';
import { $storeInfo } from '#lib/state/store/store-info.ts';
import { Assurance } from './Assurance.tsx';
import { CartDelivery } from './CartDelivery.tsx';
import { CartLines } from './CartLines.tsx';
import './CartPage.css';
import { CartLoadError } from './CartLoadError.tsx';
import { CartSavings } from './CartSavings.tsx';
import { ChargeNotes } from './ChargeNotes.tsx';
import { CART_LOADING, EMPTY_PAGE_TEXT } from './cart-texts.ts';
import '#styles/ui/link.css';
import '#styles/ui/stepper.css';
import '#styles/ui/totals.css';
import '#styles/ui/loading-text.css';

function Cart() {
  const { cartItems } = useStore($cart, { ssr: 'initial' });
  const view = useStore($cartView, { ssr: () => 'loading' as const });
  const units = useStore($cartUnits, { ssr: () => 0 });
  const totals = useStore($totals, { ssr: 'initial' });
  const charges = useStore($charges, { ssr: 'initial' });
  const { storeinfo } = useStore($storeInfo, { ssr: 'initial' });
  const quoted = useStore($quote, { ssr: 'initial' });
  const shop = describeAssurances(storeinfo ?? {});
  const assured = quoted ? assuranceOfQuote(shop, quoted.quote) : shop;
  useStore($couponWatch);
  useStore($quoteWatch);
  const hydrated = useHydrated();
  useStore($unsaved);
  const { isAuthenticated } = useStore($auth, { ssr: 'initial' });
  const unsaved = hydrated ? describeUnsaved(isAuthenticated ? 'auth' : 'cart') : undefined;
  useToasts();
  useEffect(() => void refreshCart(), []);

  if (!hydrated || view === 'loading') return <p className="waiting">{CART_LOADING}</p>;
  if (view === 'failed') return <CartLoadError />;
  if (view === 'empty') {
    return (
      <EmptyState
        icon="bag"
        title={failure.cartEmpty}
        text={unsaved ?? EMPTY_PAGE_TEXT}
        links={[[paths.shop, t('Continue Shopping')]]}
      />
    );
  }
  return (
    <div className="cart-page">
      {unsaved && (
        <p className="notice cart-unsaved" role="alert">
          {unsaved}
        </p>
      )}
      <CartLines items={cartItems} />
      <div className="cart-side">
        <section className="cart-summary" aria-labelledby="cart-summary-title">
          <h2 id="cart-summary-title">{t('Order summary')}</h2>
          <CouponSection />
          <CartDelivery />
          <Totals
            rows={[
              { label: t('Items ({count})', { count: units }), value: formatPaise(totals.items) },
              ...cartRows(totals, charges),
            ]}
            total={totals.total}
          />
          <ChargeNotes />
          <CartSavings />
          <p className="quiet">{t('Prices include all taxes.')}</p>
        </section>
        <div className="cart-go">
          <span className="price cart-go-total" translate="no">
            {formatPaise(totals.total)}
          </span>
          <a className="button primary" href={paths.checkout}>
            {t('Checkout')}
          </a>
        </div>
        {/* Last, because it comes with the store's answer: it moves nothing. */}
        {storeinfo && <Assurance lines={[assured.cod, assured.returns]} />}
      </div>
    </div>
  );
}

export default function CartPage() {
  return (
    <>
      <Cart />
      <SavedProducts />
    </>
  );
}
