import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { EmailField } from '#islands/form/EmailField.tsx';
import { success } from '#lib/contract/messages/successes.ts';
import { t } from '#lib/contract/text/t.ts';
import { $soldOutChoice, askForStockAlert } from '#lib/state/product/stock-alert.ts';
import { $auth } from '#lib/state/session/session.ts';
import './StockAlert.css';

interface Props {
  product: number;
  /** Whether nothing of the product is left; else the form appears with the choice of what is sold out. */
  soldOut: boolean;
}

/** Takes the address that is mailed once when the product, or the chosen variant, is back. */
export default function StockAlert({ product, soldOut }: Props) {
  const choice = useStore($soldOutChoice, { ssr: 'initial' });
  const form = useRef<HTMLFormElement>(null);
  const [error, setError] = useState<string>();
  const [isSending, setSending] = useState(false);
  /** What the shopper has asked for, by variant id; 0 for any. */
  const [saved, setSaved] = useState<readonly number[]>([]);
  const wanted = choice?.id ?? 0;
  const isShown = soldOut || choice !== undefined;
  const isSaved = saved.includes(wanted);

  const field = () => form.current?.querySelector('input');
  useEffect(() => {
    const email = $auth.get().user?.customer.email;
    const input = isShown && !isSaved && form.current?.querySelector('input');
    if (input && input.value === '' && email) input.value = email;
  }, [isShown, isSaved]);
  useEffect(() => {
    if (isSaved) form.current?.querySelector<HTMLElement>('[tabindex]')?.focus();
  }, [isSaved]);

  // Away from the buttons at the bottom of a phone's screen.
  useEffect(() => {
    if (choice && !soldOut) form.current?.scrollIntoView({ block: 'nearest' });
  }, [choice, soldOut]);

  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isSending) return;
    setSending(true);
    setError(undefined);
    const email = field()?.value.trim() ?? '';
    const { ok, message } = await askForStockAlert({ product_id: product, variant_id: choice?.id ?? null, email });
    setSending(false);
    if (ok) return setSaved([...saved, wanted]);
    setError(message);
    field()?.focus();
  };
  if (!isShown) return null;
  return (
    <form className="stock-alert" method="dialog" noValidate ref={form} onSubmit={submit} aria-labelledby="stock-alert-title">
      <p id="stock-alert-title" key={wanted}>
        {choice ? t('Tell me when {option} is back', { option: choice.product_variation }) : t('Tell me when it’s back')}
      </p>
      {isSaved ? (
        <p role="status" tabIndex={-1}>
          {success.stockAlert}
        </p>
      ) : (
        <>
          <EmailField
            name="email"
            autoComplete="email"
            error={error}
            replace={(email) => {
              const input = field();
              if (input) input.value = email;
            }}
          />
          <button type="submit" className="button" aria-disabled={isSending || undefined}>
            {t('Tell me')}
          </button>
        </>
      )}
    </form>
  );
}
