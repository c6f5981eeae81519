import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { useCaptcha } from '#islands/captcha/useCaptcha.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import type { CheckoutStep } from '#lib/contract/saved-state.ts';
import { $cart } from '#lib/state/cart/cart.ts';
import { refreshCart } from '#lib/state/cart/refresh.ts';
import { $checkout, openCheckout, resolveStep } from '#lib/state/checkout/checkout.ts';
import { placeOrder } from '#lib/state/checkout/place-order.ts';
import { $auth } from '#lib/state/session/session.ts';
import { AddressStep } from './AddressStep.tsx';
import { CodeStep } from './CodeStep.tsx';
import './Checkout.css';
import { CheckoutSummary } from './CheckoutSummary.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { MobileStep } from './MobileStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import '#styles/ui/empty.css';
import '#styles/ui/waiting.css';

const steps = { mobile: MobileStep, code: CodeStep, details: DetailsStep, address: AddressStep, review: ReviewStep };

const titles: Record<CheckoutStep, string> = {
  mobile: 'Your mobile number',
  code: 'Enter your code',
  details: 'Your details',
  address: 'Delivery address',
  review: 'Review and pay',
};

/** The stages a shopper counts; code and details belong to the first. */
const stages: { name: string; steps: CheckoutStep[] }[] = [
  { name: 'Contact', steps: ['mobile', 'code', 'details'] },
  { name: 'Address', steps: ['address'] },
  { name: 'Payment', steps: ['review'] },
];

/** The checkout: mobile number, code, details if new, address, review. */
export default function Checkout() {
  const known = useHydrated();
  const checkout = useStore($checkout, { ssr: 'initial' });
  const auth = useStore($auth, { ssr: 'initial' });
  const { cartItems, loading } = useStore($cart, { ssr: 'initial' });
  useToasts();
  useCaptcha();

  useEffect(openCheckout, []);
  // An attempt whose answer was lost goes first: it may have emptied the cart already.
  useEffect(() => {
    void ($checkout.get().attempt && auth.isAuthenticated ? placeOrder() : refreshCart());
  }, [auth.isAuthenticated]);
  useEffect(() => {
    if (checkout.success) location.replace('/order-success');
  }, [checkout.success]);

  const step = resolveStep(checkout, auth);
  const main = useRef<HTMLElement>(null);
  const shown = useRef<CheckoutStep>(undefined);
  // The focus follows the shopper to the next step, but is left alone when the page opens.
  useEffect(() => {
    if (!known || shown.current === step) return;
    const opening = shown.current === undefined;
    shown.current = step;
    if (opening) return;
    main.current?.querySelector<HTMLElement>(step === 'review' ? 'h2' : 'input')?.focus();
  }, [known, step]);

  if (!known) return <p className="waiting">Loading your checkout…</p>;
  if (checkout.success) return <p className="waiting">Your order is placed. One moment…</p>;
  if (cartItems.length === 0 && !checkout.attempt && !loading) {
    return (
      <div className="empty">
        <h2>Your cart is empty</h2>
        <p>There is nothing to check out yet.</p>
        <a className="button primary" href="/shop">
          Continue Shopping
        </a>
      </div>
    );
  }
  const Step = steps[step];
  return (
    <div className="checkout">
      <section className="checkout-main" aria-label="Steps" ref={main}>
        <ol className="checkout-stages">
          {stages.map(({ name, steps: within }) => (
            <li key={name} aria-current={within.includes(step) ? 'step' : undefined}>
              {name}
            </li>
          ))}
        </ol>
        <h2 tabIndex={-1}>{titles[step]}</h2>
        <Step key={step} />
      </section>
      <CheckoutSummary />
    </div>
  );
}
