import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import { describedInput, FieldNote } from './FieldNote.tsx';
import '#styles/ui/form.css';
import '#styles/ui/checkbox.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  error?: string | undefined;
  children: ReactNode;
}

export function Checkbox({ error, children, ...input }: Props) {
  const id = useId();
  return (
    <div className="field">
      <div className="checkbox">
        <input type="checkbox" {...describedInput({ id, error })} {...input} />
        <label htmlFor={id}>{children}</label>
      </div>
      <FieldNote id={id} error={error} />
    </div>
  );
}
