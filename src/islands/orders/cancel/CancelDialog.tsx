import { type RefObject, useState } from 'react';
import { Modal } from '#islands/dialog/Modal.tsx';
import { describedInput, FieldNote } from '#islands/form/FieldNote.tsx';
import { FormError } from '#islands/form/FormError.tsx';
import { useActionForm } from '#islands/form/useActionForm.ts';
import { Sentence } from '#islands/ui/Sentence.tsx';
import { cancelForm, cancelReasons, type Order, OTHER_REASON } from '#lib/contract/orders.ts';
import { t, tParts } from '#lib/contract/text/t.ts';
import { cancelOrder } from '#lib/state/orders/orders.ts';
import { CancelReasonText } from './CancelReasonText.tsx';
import { cancelReasonLabels } from './cancel-reason-labels.ts';
import { useUndefinedUntilTouched } from './useUndefinedUntilTouched.ts';

interface Props {
  order: Order;
  close: () => void;
  /** Gets the focus on close when the opener is gone. */
  fallbackFocus: RefObject<HTMLElement | null>;
}

/** Asks for the reason and cancels an order (specification, order details and validation). Opens above the order panel. */
export function CancelDialog({ order, close, fallbackFocus }: Props) {
  const [isOther, setOther] = useState(false);
  const { field, formProps, isSubmitting, refusal } = useActionForm({
    schema: cancelForm,
    values: { reject_reason_select: undefined, reject_reason_input: undefined },
    send: async (reason) => {
      const result = await cancelOrder(order.order_id, reason);
      if (result.ok) close();
      return result;
    },
  });
  const { error, ...select } = field(
    'reject_reason_select',
    useUndefinedUntilTouched((reason) => setOther(reason === OTHER_REASON)),
  );

  return (
    <Modal
      name="cancel"
      isDescribed
      layerClass="cancel-layer"
      scrimClass="cancel-scrim"
      close={close}
      fallbackFocus={fallbackFocus}
    >
      <form {...formProps} className="cancel-dialog stack">
        <h2 id="cancel-title">{t('Cancel Order')}</h2>
        <p id="cancel-text">
          <Sentence
            parts={tParts('Please tell us why you are cancelling order {number}. This cannot be undone.', {
              number: (
                <span className="unbroken" translate="no">
                  {order.order_number}
                </span>
              ),
            })}
          />
        </p>
        <div className="field">
          <label htmlFor="cancel-reason">{t('Reason')}</label>
          <select {...select} {...describedInput({ id: 'cancel-reason', error })}>
            <option value="">{t('Select a reason')}</option>
            {cancelReasons.map((reason) => (
              <option key={reason} value={reason}>
                {cancelReasonLabels[reason]}
              </option>
            ))}
          </select>
          <FieldNote id="cancel-reason" error={error} />
        </div>
        {isOther && <CancelReasonText field={(options) => field('reject_reason_input', options)} />}
        <FormError message={refusal} />
        <footer>
          <button type="button" className="button" data-keep-focus="" onClick={close}>
            {t('Close')}
          </button>
          <button type="submit" className="button cancel-order" disabled={isSubmitting}>
            {isSubmitting ? t('Cancelling…') : t('Confirm')}
          </button>
        </footer>
      </form>
    </Modal>
  );
}
