import { type TextareaHTMLAttributes, useId } from 'react';
import '#styles/ui/form.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  error?: string | undefined;
}

/** A labelled multi-line input with its error. */
export function TextAreaField({ label, error, ...textarea }: Props) {
  const id = useId();
  const note = `${id}-note`;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea id={id} aria-invalid={error ? true : undefined} aria-describedby={error ? note : undefined} {...textarea} />
      {error && (
        <p id={note} className="error">
          {error}
        </p>
      )}
    </div>
  );
}
