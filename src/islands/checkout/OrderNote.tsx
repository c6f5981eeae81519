import { useStore } from '@nanostores/react';
import { useState } from 'react';
import { TextAreaField } from '#islands/form/TextAreaField.tsx';
import { isOtherStore } from '#lib/client/other-store.ts';
import { MAX_ORDER_NOTE } from '#lib/contract/field-lengths.ts';
import { t } from '#lib/contract/text/t.ts';
import { $checkout, rememberForm } from '#lib/state/checkout/checkout.ts';
import './OrderNote.css';

/** What the shopper tells the shop with the order: folded until it is wanted. Another store may have no place for it. */
export function OrderNote() {
  const { form, attempt } = useStore($checkout);
  const [hadNote] = useState(Boolean(form['note']));
  if (attempt || isOtherStore()) return null;
  return (
    <details className="order-note" open={hadNote}>
      <summary>{t('Note to the shop (optional)')}</summary>
      <TextAreaField
        label={t('Your note, up to {count} characters', { count: MAX_ORDER_NOTE })}
        rows={3}
        maxLength={MAX_ORDER_NOTE}
        defaultValue={form['note'] ?? ''}
        onChange={(event) => rememberForm({ note: event.currentTarget.value })}
      />
    </details>
  );
}
