import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { useCaptcha } from '#islands/captcha/useCaptcha.ts';
import { useToasts } from '#islands/toasts/useToasts.ts';
import { EmptyState } from '#islands/ui/EmptyState.tsx';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import type { CheckoutStep } from '#lib/contract/saved-state.ts';
import { failure } from '#lib/contract/texts.ts';
import * as paths from '#lib/rules/routes/paths.ts';
import { $cart } from '#lib/state/cart/cart.ts';
import { refreshCart } from '#lib/state/cart/refresh.ts';
import { $checkout, openCheckout, resolveStep } from '#lib/state/checkout/checkout.ts';
import { afterCheckout, placeOrder } from '#lib/state/checkout/place-order.ts';
import { $auth } from '#lib/state/session/session.ts';
import { AddressStep } from './AddressStep.tsx';
import { CodeStep } from './CodeStep.tsx';
import './Checkout.css';
import { CheckoutSummary } from './CheckoutSummary.tsx';
import { DetailsStep } from './DetailsStep.tsx';
import { MobileStep } from './MobileStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import '#styles/ui/waiting.css';

const steps = { mobile: MobileStep, code: CodeStep, details: DetailsStep, address: AddressStep, review: ReviewStep };

const titles: Record<CheckoutStep, string> = {
  mobile: 'Your mobile number',
  code: 'Enter your code',
  details: 'Your details',
  address: 'Delivery address',
  review: 'Review and pay',
};

/** Progress stages; code and details are part of the first. */
const stages: { name: string; steps: CheckoutStep[] }[] = [
  { name: 'Contact', steps: ['mobile', 'code', 'details'] },
  { name: 'Address', steps: ['address'] },
  { name: 'Payment', steps: ['review'] },
];

/** The checkout: mobile number, code, details of new customers, address, review. */
export default function Checkout() {
  const hydrated = useHydrated();
  const checkout = useStore($checkout, { ssr: 'initial' });
  const auth = useStore($auth, { ssr: 'initial' });
  const { cartItems, loading } = useStore($cart, { ssr: 'initial' });
  useToasts();
  useCaptcha();

  useEffect(openCheckout, []);
  // Retries an order whose reply was lost before refreshing the cart, which that order may have emptied.
  useEffect(() => {
    void ($checkout.get().attempt && auth.isAuthenticated ? placeOrder() : refreshCart());
  }, [auth.isAuthenticated]);
  useEffect(() => {
    if (checkout.success) location.replace(afterCheckout(checkout));
  }, [checkout.success]);

  const step = resolveStep(checkout, auth);
  const main = useRef<HTMLElement>(null);
  const previousStep = useRef<CheckoutStep>(undefined);
  // Moves the focus to each next step, but not on page load.
  useEffect(() => {
    if (!hydrated || previousStep.current === step) return;
    const isPageLoad = previousStep.current === undefined;
    previousStep.current = step;
    if (isPageLoad) return;
    main.current?.querySelector<HTMLElement>(step === 'review' ? 'h2' : 'input')?.focus();
  }, [hydrated, step]);

  if (!hydrated) return <p className="waiting">Loading your checkout…</p>;
  if (checkout.success) return <p className="waiting">One moment…</p>;
  if (cartItems.length === 0 && !checkout.attempt && !loading) {
    return (
      <EmptyState title={failure.cartEmpty} text="There is nothing to check out yet.">
        <a className="button primary" href={paths.shop}>
          Continue Shopping
        </a>
      </EmptyState>
    );
  }
  const Step = steps[step];
  return (
    <div className="checkout">
      <section className="checkout-main" aria-label="Steps" ref={main}>
        <ol className="checkout-stages">
          {stages.map(({ name, steps: stageSteps }) => (
            <li key={name} aria-current={stageSteps.includes(step) ? 'step' : undefined}>
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
