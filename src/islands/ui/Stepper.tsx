import type { MouseEvent } from 'react';
import { t } from '#lib/contract/text/t.ts';

interface Props {
  /** What is counted, for screen readers. */
  name: string;
  quantity: number;
  max: number;
  /** The minimum; undefined for cart lines, which are removed below 1. */
  min?: number;
  onDecrease: (event: MouseEvent<HTMLElement>) => void;
  onIncrease: () => void;
}

export function Stepper({ name, quantity, max, min, onDecrease, onIncrease }: Props) {
  return (
    <fieldset className="stepper">
      <legend className="visually-hidden">{t('Quantity of {product}', { product: name })}</legend>
      <button
        type="button"
        aria-label={t('Decrease quantity')}
        disabled={min !== undefined && quantity <= min}
        onClick={onDecrease}
      >
        <i className="icon minus" />
      </button>
      <output aria-live="polite">{quantity}</output>
      <button type="button" aria-label={t('Increase quantity')} disabled={quantity >= max} onClick={onIncrease}>
        <i className="icon plus" />
      </button>
    </fieldset>
  );
}
