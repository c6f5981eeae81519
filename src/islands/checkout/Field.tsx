import { type InputHTMLAttributes, useId } from 'react';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string | undefined;
  hint?: string;
}

/** A labelled input with its error or hint. */
export function Field({ label, error, hint, ...input }: Props) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input id={id} aria-invalid={error ? true : undefined} aria-describedby={error || hint ? note : undefined} {...input} />
      {(error || hint) && (
        <p id={note} className={error ? 'error' : 'hint'}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
