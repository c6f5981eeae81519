import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { useCaptcha } from '#islands/captcha/useCaptcha.ts';
import { CartLoadError } from '#islands/cart/CartLoadError.tsx';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { EmptyState } from '#islands/ui/EmptyState.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { t } from '#lib/contract/text/t.ts';
import { lineKey } from '#lib/rules/cart/cart.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $cart, $cartView } from '#lib/state/cart/cart.ts';
import { lineNote } from '#lib/state/cart/cart-notes.ts';
import { refreshCart } from '#lib/state/cart/refresh-cart.ts';
import { $checkout, openCheckout } from '#lib/state/checkout/checkout.ts';
import { afterCheckout, placeOrder } from '#lib/state/checkout/place-order.ts';
import { keepPlacedOrder } from '#lib/state/checkout/placed-order.ts';
import { reportCheckout } from '#lib/state/checkout/report-order-events.ts';
import { leaveCheckout, openStep } from '#lib/state/checkout/step-history.ts';
import { describeUnsaved } from '#lib/state/persistence/describe-unsaved.ts';
import { $unsaved } from '#lib/state/persistence/saved-state.ts';
import { $auth } from '#lib/state/session/session.ts';
import { $storeInfo, refreshStoreInfo } from '#lib/state/store/store-info.ts';
import { queueFlashToasts } from '#lib/state/ui/toasts.ts';
import './Checkout.css';
import { CheckoutSummary } from './CheckoutSummary.tsx';
import { Steps } from './Steps.tsx';
import '#styles/ui/loading-text.css';

interface Props {
  /** Whether the shop mails its codes, as the page was rendered; newer store info decides. */
  codesByMail: boolean;
}

export default function Checkout({ codesByMail }: Props) {
  const hydrated = useHydrated();
  const checkout = useStore($checkout, { ssr: 'initial' });
  const auth = useStore($auth, { ssr: 'initial' });
  const { merged, cartItems } = useStore($cart, { ssr: 'initial' });
  const view = useStore($cartView, { ssr: () => 'loading' as const });
  const { storeinfo } = useStore($storeInfo, { ssr: 'initial' });
  useStore($unsaved);
  // The store leaves them out when it merges a guest's lines into the customer's cart.
  const refused = auth.isAuthenticated ? [] : cartItems.filter(({ status }) => status === false);
  const unsaved = hydrated && auth.isAuthenticated ? describeUnsaved('auth') : undefined;
  useToasts();
  useCaptcha();

  useEffect(() => {
    openCheckout();
    openStep();
    // What the header does on other pages.
    void refreshStoreInfo();
    queueFlashToasts();
  }, []);
  useEffect(() => {
    if (view === 'lines') reportCheckout();
  }, [view]);
  // Not before the retry below, whose order may have emptied the cart.
  useEffect(() => {
    if (!auth.isAuthenticated || !$checkout.get().attempt) void refreshCart();
  }, [auth.isAuthenticated]);
  // Retries an order whose reply was lost. A guest's lines are merged first: after the order they would fill the cart again.
  useEffect(() => {
    if (auth.isAuthenticated && merged && $checkout.get().attempt) void placeOrder();
  }, [auth.isAuthenticated, merged]);
  useEffect(() => {
    if (!checkout.success) return;
    keepPlacedOrder(checkout);
    leaveCheckout(afterCheckout(checkout));
  }, [checkout.success]);

  if (checkout.success) return <p className="waiting">{t('One moment…')}</p>;
  // The steps stay mounted while the cart loads: remounting them would lose what is being typed.
  if (hydrated && view === 'failed' && !checkout.attempt) return <CartLoadError />;
  if (hydrated && view === 'empty' && !checkout.attempt) {
    return (
      <EmptyState
        icon="bag"
        title={failure.cartEmpty}
        text={t('There is nothing to check out yet.')}
        links={[[paths.shop, t('Continue Shopping')]]}
      />
    );
  }
  return (
    <>
      {unsaved && (
        <p className="notice" role="alert">
          {unsaved}
        </p>
      )}
      {hydrated && refused.length > 0 && (
        <div className="notice" role="alert">
          {refused.map((line) => (
            <p key={lineKey(line)}>
              {t('{product} cannot be ordered: {reason}', { product: line.product_name, reason: lineNote(line) ?? '' })}
            </p>
          ))}
        </div>
      )}
      {!hydrated && <p className="waiting checkout-waiting">{t('Loading your checkout…')}</p>}
      <div className={hydrated ? 'checkout' : 'checkout start'}>
        <Steps codesByMail={storeinfo ? storeinfo.codes_by_mail === true : codesByMail} />
        {hydrated ? <CheckoutSummary /> : <div className="checkout-summary-space" />}
      </div>
    </>
  );
}
