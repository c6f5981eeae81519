import { useStore } from '@nanostores/react';
import { useEffect, useRef } from 'react';
import { useHydrated } from '#islands/ui/useHydrated.ts';
import type { CheckoutStep } from '#lib/contract/saved-state.ts';
import { t } from '#lib/contract/text/t.ts';
import { $checkout, resolveStep } from '#lib/state/checkout/checkout.ts';
import { $isAddressAwaited } from '#lib/state/checkout/known-address.ts';
import { bindStepHistory } from '#lib/state/checkout/step-history.ts';
import { $auth } from '#lib/state/session/session.ts';
import { AddressStep } from './AddressStep.tsx';
import { CodeStep } from './CodeStep.tsx';
import { MobileStep } from './MobileStep.tsx';
import { ReviewStep } from './ReviewStep.tsx';
import { StepLink } from './StepLink.tsx';
import './Steps.css';

const steps = { mobile: MobileStep, code: CodeStep, address: AddressStep, review: ReviewStep };

const titles: Record<CheckoutStep, string> = {
  mobile: t('Your mobile number'),
  code: t('Enter your code'),
  address: t('Delivery address'),
  review: t('Review and pay'),
};

/** Progress stages with their first step; the code is part of the first stage. */
const stages: { name: string; opens: CheckoutStep; steps: CheckoutStep[] }[] = [
  { name: t('Contact'), opens: 'mobile', steps: ['mobile', 'code'] },
  { name: t('Address'), opens: 'address', steps: ['address'] },
  { name: t('Payment'), opens: 'review', steps: ['review'] },
];

/**
 * Focuses the number on arrival: it is what a guest enters first. Not after Back, Forward or a reload, nor while something else has the focus.
 */
function focusNumber(steps: Element | null | undefined): void {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (entry?.type !== 'navigate' || document.activeElement !== document.body) return;
  steps?.querySelector<HTMLElement>('input[name=mobile]')?.focus({ preventScroll: true });
}

/** The stages and the current step. A step change moves the focus to the step's heading and keeps it in view. */
export function Steps({ codesByMail }: { codesByMail: boolean }) {
  const hydrated = useHydrated();
  const checkout = useStore($checkout, { ssr: 'initial' });
  const auth = useStore($auth, { ssr: 'initial' });
  const isAwaited = useStore($isAddressAwaited, { ssr: 'initial' });
  const step = hydrated ? resolveStep(checkout, auth) : 'mobile';
  const stageList = useRef<HTMLOListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const previousStep = useRef<CheckoutStep>(undefined);

  useEffect(() => (hydrated ? bindStepHistory() : undefined), [hydrated]);
  useEffect(() => {
    if (!hydrated || isAwaited || previousStep.current === step) return;
    const isPageLoad = previousStep.current === undefined;
    previousStep.current = step;
    if (isPageLoad) {
      if (step === 'mobile') focusNumber(stageList.current?.parentElement);
      return;
    }
    stageList.current?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    heading.current?.focus({ preventScroll: true });
  }, [hydrated, isAwaited, step]);

  const current = stages.findIndex((stage) => stage.steps.includes(step));
  const Step = steps[step];
  return (
    <section className="checkout-main" aria-label={t('Steps')}>
      <ol className="checkout-stages" ref={stageList}>
        {stages.map(({ name, opens }, index) => (
          <li key={name} aria-current={index === current ? 'step' : undefined}>
            {index < current && !checkout.attempt ? <StepLink step={opens}>{name}</StepLink> : name}
          </li>
        ))}
      </ol>
      {isAwaited ? (
        <p className="waiting">{t('One moment…')}</p>
      ) : (
        <>
          <h2 id={step} tabIndex={-1} ref={heading}>
            {step === 'mobile' && codesByMail ? t('Your contact details') : titles[step]}
          </h2>
          <Step key={step} codesByMail={codesByMail} />
        </>
      )}
    </section>
  );
}
