import { useState } from 'react';
import { Checkbox } from '#islands/form/Checkbox.tsx';
import { FormError } from '#islands/form/FormError.tsx';
import type { Customer } from '#lib/contract/customer.ts';
import { t } from '#lib/contract/text/t.ts';
import { saveCartReminder } from '#lib/state/accounts/details-and-password.ts';

/** Asks for mails about a cart that was left; saved at once. */
export function CartReminder({ wants, customer }: { wants: boolean; customer: Customer }) {
  const [isSending, setSending] = useState(false);
  const [refusal, setRefusal] = useState<string>();
  const save = async (checked: boolean) => {
    setSending(true);
    const { firstname, lastname } = customer;
    const { ok, message } = await saveCartReminder({ firstname, lastname }, checked);
    setSending(false);
    setRefusal(ok ? undefined : message);
  };
  return (
    <div className="stack">
      <Checkbox checked={wants} disabled={isSending} onChange={({ target }) => void save(target.checked)}>
        {t('Remind me about my cart')}
      </Checkbox>
      <p className="quiet">{t('We email you once if you leave something in your cart. Each email has a link to stop.')}</p>
      <FormError message={refusal} />
    </div>
  );
}
