import { t } from '#lib/contract/text/t.ts';
import { Field } from './Field.tsx';
import type { FieldRegistration } from './useActionForm.ts';

interface Props {
  field: (name: 'firstname' | 'lastname') => FieldRegistration;
  /** For the autofill of a delivery address. */
  isShipping?: boolean;
}

export function NameFields({ field, isShipping = false }: Props) {
  const section = isShipping ? 'shipping ' : '';
  return (
    <>
      <Field
        {...field('firstname')}
        label={t('First name')}
        autoComplete={`${section}given-name`}
        autoCapitalize="words"
        enterKeyHint="next"
      />
      <Field
        {...field('lastname')}
        label={t('Last name')}
        autoComplete={`${section}family-name`}
        autoCapitalize="words"
        enterKeyHint="next"
      />
    </>
  );
}
