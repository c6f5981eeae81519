import { type ComponentProps, useState } from 'react';
import { PASSWORD_MIN_LENGTH } from '#lib/contract/field-lengths.ts';
import { Field } from './Field.tsx';
import './PasswordField.css';

/** Password rule (specification, validation), shown where a password is chosen. */
export const PASSWORD_HINT = `At least ${PASSWORD_MIN_LENGTH} characters, one of them special, such as ! or @`;

export function PasswordField(field: Omit<ComponentProps<typeof Field>, 'type' | 'children'>) {
  const [isShown, show] = useState(false);
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
        aria-label={`${isShown ? 'Hide' : 'Show'} ${field.label.toLowerCase()}`}
        onClick={() => show(!isShown)}
      >
        <i className={`icon ${isShown ? 'eye-off' : 'eye'}`} />
      </button>
    </Field>
  );
}
