import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, useId, useLayoutEffect } from 'react';
import { type DigitsKind, MAX_DIGITS_TEXT, normaliseDigits } from '#lib/rules/digits.ts';
import './Field.css';
import '#styles/ui/form.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** The field holds a mobile number or a code: separators and a number's prefix are removed from what is typed or pasted. */
  digits?: DigitsKind;
  /** Stands in the input's row, after it. */
  children?: ReactNode;
}

/** What the input of a field of digits has besides, none for other fields. */
function digitsProps(kind: DigitsKind | undefined, onChange: Props['onChange']): InputHTMLAttributes<HTMLInputElement> {
  if (!kind) return { onChange };
  return {
    inputMode: 'numeric',
    maxLength: MAX_DIGITS_TEXT,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { target } = event;
      const kept = normaliseDigits(target.value, kind);
      if (kept !== target.value) target.value = kept;
      onChange?.(event);
    },
  };
}

/** A labelled input with its error or hint. */
export function Field({ label, error, hint, digits, children, onChange, ...input }: Props) {
  const id = useId();
  const note = `${id}-note`;
  // What was typed before the script came is normalised when it is there.
  useLayoutEffect(() => {
    const typed = digits && document.getElementById(id);
    if (typed instanceof HTMLInputElement) typed.value = normaliseDigits(typed.value, digits as DigitsKind);
  }, [digits, id]);
  const control = (
    <input
      id={id}
      type="text"
      aria-invalid={error ? true : undefined}
      aria-describedby={error || hint ? note : undefined}
      {...input}
      {...digitsProps(digits, onChange)}
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
