import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, useState } from 'react';
import { Field } from './Field.tsx';

/** A password, hidden until its owner wants to see it. */
export function PasswordField(field: Omit<ComponentProps<typeof Field>, 'type' | 'children'>) {
  const [isShown, show] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
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
        className="icon-button"
        aria-label={`${isShown ? 'Hide' : 'Show'} ${field.label.toLowerCase()}`}
        onClick={() => show(!isShown)}
      >
        <Icon aria-hidden size={20} strokeWidth={1.75} />
      </button>
    </Field>
  );
}
