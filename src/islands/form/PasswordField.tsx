import { type ComponentProps, useState } from 'react';
import { PASSWORD_MIN_LENGTH } from '#lib/contract/field-lengths.ts';
import { t } from '#lib/contract/text/t.ts';
import { Field } from './Field.tsx';
import './PasswordField.css';

/** Password rule (specification, validation), shown where a password is chosen. */
export const PASSWORD_HINT = t('At least {count} characters, one of them special, such as ! or @', {
  count: PASSWORD_MIN_LENGTH,
});

export function PasswordField(field: Omit<ComponentProps<typeof Field>, 'type' | 'children'>) {
  const [isShown, show] = useState(false);
  const name = field.label.toLowerCase();
  return (
    <Field
      {...field}
      type={isShown ? 'text' : 'password'}
      autoCapitalize={isShown ? 'none' : undefined}
      autoCorrect="off"
      spellCheck={false}
    >
      <button
        type="button"
        className="icon-button password-toggle"
        aria-label={isShown ? t('Hide {field}', { field: name }) : t('Show {field}', { field: name })}
        onClick={() => show(!isShown)}
      >
        <i className={`icon ${isShown ? 'eye-off' : 'eye'}`} />
      </button>
    </Field>
  );
}
