import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { success } from '#lib/contract/messages/successes.ts';
import { t } from '#lib/contract/text/t.ts';
import { $soldOutChoice, askForStockAlert } from '#lib/state/product/stock-alert.ts';
import { $auth } from '#lib/state/session/session.ts';

interface Props {
  product: number;
  /** Whether nothing of the product is left; else the form appears with the choice of what is sold out. */
  soldOut: boolean;
}

/** Takes the address that is mailed once when the product, or the chosen variant, is back. Looks like the check of a pincode. */
export default function StockAlert({ product, soldOut }: Props) {
  const choice = useStore($soldOutChoice, { ssr: 'initial' });
  const form = useRef<HTMLFormElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState('');
  const [isSending, setSending] = useState(false);
  /** What the shopper has asked for, by variant id; 0 for any. */
  const [saved, setSaved] = useState<readonly number[]>([]);
  const wanted = choice?.id ?? 0;
  const isShown = soldOut || choice !== undefined;
  const note = error || (saved.includes(wanted) && success.stockAlert);

  useEffect(() => {
    const email = $auth.get().user?.customer.email;
    if (isShown && email && field.current?.value === '') field.current.value = email;
  }, [isShown]);
  // Away from the buttons at the bottom of a phone's screen.
  useEffect(() => {
    if (choice && !soldOut) form.current?.scrollIntoView({ block: 'nearest' });
  }, [choice, soldOut]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setError('');
    const email = field.current?.value.trim() ?? '';
    const { ok, message = '' } = await askForStockAlert({ product_id: product, variant_id: choice?.id ?? null, email });
    setSending(false);
    if (ok) return setSaved([...saved, wanted]);
    setError(message);
    field.current?.focus();
  };
  if (!isShown) return null;
  return (
    <form className="stock-alert" method="dialog" noValidate ref={form} onSubmit={submit}>
      <label className="field">
        <span key={wanted}>
          {choice ? t('Email me when {option} is back', { option: choice.product_variation }) : t('Email me when it’s back')}
        </span>
        <input
          type="email"
          ref={field}
          name="email"
          autoComplete="email"
          aria-invalid={error !== ''}
          aria-describedby="stock-alert-note"
          onChange={() => setError('')}
        />
      </label>
      <button type="submit" className="button" aria-disabled={isSending || undefined}>
        {t('Tell me')}
      </button>
      <p id="stock-alert-note" className={error ? 'error' : ''} role="status">
        <span key={note || ''}>{note}</span>
      </p>
    </form>
  );
}
