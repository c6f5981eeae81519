import { type ChangeEvent, type InputHTMLAttributes, type ReactNode, useId, useLayoutEffect } from 'react';
import { type DigitsKind, MAX_DIGITS_TEXT, normaliseDigits } from '#lib/rules/digits.ts';
import './Field.css';
import '#styles/ui/form.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string | undefined;
  hint?: string | undefined;
  /** For mobile numbers and codes: strips separators and a number's prefix from the input. */
  digits?: DigitsKind;
  /** Shown in the input's row, after it. */
  children?: ReactNode;
}

/** Extra input props of a digits field; only `onChange` for other fields. */
function digitsProps(kind: DigitsKind | undefined, onChange: Props['onChange']): InputHTMLAttributes<HTMLInputElement> {
  if (!kind) return { onChange };
  return {
    inputMode: 'numeric',
    maxLength: MAX_DIGITS_TEXT,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const { target } = event;
      const normalised = normaliseDigits(target.value, kind);
      if (normalised !== target.value) target.value = normalised;
      onChange?.(event);
    },
  };
}

/** A labelled input with its error or hint. */
export function Field({ label, error, hint, digits, children, onChange, ...input }: Props) {
  const id = useId();
  const note = `${id}-note`;
  // Normalises input typed before hydration.
  useLayoutEffect(() => {
    const element = digits && document.getElementById(id);
    if (element instanceof HTMLInputElement) element.value = normaliseDigits(element.value, digits as DigitsKind);
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
