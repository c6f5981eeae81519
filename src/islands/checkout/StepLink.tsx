import type { MouseEvent, ReactNode } from 'react';
import { isSecondTap } from '#lib/client/second-tap.ts';
import type { CheckoutStep } from '#lib/contract/saved-state.ts';
import { goToStep } from '#lib/state/checkout/checkout.ts';

interface Props {
  step: CheckoutStep;
  className?: string;
  /** Its accessible name, where the text says too little. */
  label?: string;
  children: ReactNode;
}

/** A link to an earlier step, which goes back to it in the history. */
export function StepLink({ step, className, label, children }: Props) {
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (!isSecondTap(event)) goToStep(step);
  };
  return (
    <a href={`#${step}`} className={className} aria-label={label} onClick={follow}>
      {children}
    </a>
  );
}
