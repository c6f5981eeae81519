import { type InputHTMLAttributes, type ReactNode, useId } from 'react';
import './form.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** Stands in the input's row, after it. */
  children?: ReactNode;
}

/** A labelled input with its error or hint. */
export function Field({ label, error, hint, children, ...input }: Props) {
  const id = useId();
  const note = `${id}-note`;
  const control = (
    <input
      id={id}
      type="text"
      aria-invalid={error ? true : undefined}
      aria-describedby={error || hint ? note : undefined}
      {...input}
    />
  );
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children ? (
        <div className="field-row">
          {control}
          {children}
        </div>
      ) : (
        control
      )}
      {(error || hint) && (
        <p id={note} className={error ? 'error' : 'hint'}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
