import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import '#styles/ui/form.css';
import '#styles/ui/checkbox.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  error?: string | undefined;
  /** The label. */
  children: ReactNode;
}

/** A labelled checkbox with its error. */
export function Checkbox({ error, children, ...input }: Props) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className="field">
      <div className="tick">
        <input
          type="checkbox"
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? note : undefined}
          {...input}
        />
        <label htmlFor={id}>{children}</label>
      </div>
      {error && (
        <p id={note} className="error">
          {error}
        </p>
      )}
    </div>
  );
}
