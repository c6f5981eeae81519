import { TextAreaField } from '#islands/form/TextAreaField.tsx';
import type { FieldRegistration } from '#islands/form/useActionForm.ts';
import { MAX_CANCEL_REASON } from '#lib/contract/field-lengths.ts';
import { t } from '#lib/contract/text/t.ts';
import { type UndefinedUntilTouched, useUndefinedUntilTouched } from './useUndefinedUntilTouched.ts';

interface Props {
  field: (options: UndefinedUntilTouched) => FieldRegistration;
}

/** The free-text reason, required for "Other". */
export function CancelReasonText({ field }: Props) {
  return <TextAreaField {...field(useUndefinedUntilTouched())} label={t('Your reason')} rows={3} maxLength={MAX_CANCEL_REASON} />;
}
