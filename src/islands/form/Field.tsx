import { type ChangeEvent, type CompositionEvent, type InputHTMLAttributes, type ReactNode, useId, useLayoutEffect } from 'react';
import { type DigitsKind, normaliseDigits } from '#lib/rules/typed-digits.ts';
import { MAX_DIGITS_TEXT, normalisedCaret } from './digits-input.ts';
import { describedInput, FieldNote } from './FieldNote.tsx';
import './Field.css';
import '#styles/ui/form.css';

interface Props extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** For mobile numbers and codes: strips separators and a number's prefix from the input, and shows +91 before a number. */
  digits?: DigitsKind;
  /** Shown in the input's row, after it. */
  children?: ReactNode;
}

/** Normalises the value of an input; the caret stays after the same digit. */
function normaliseInput(input: HTMLInputElement, kind: DigitsKind): void {
  const { value, selectionStart } = input;
  const normalised = normaliseDigits(value, kind);
  if (normalised === value) return;
  input.value = normalised;
  if (document.activeElement !== input) return;
  const caret = normalisedCaret(value, selectionStart ?? value.length, normalised);
  input.setSelectionRange(caret, caret);
}

/** Extra input props of a digits field; only `onChange` for other fields. */
function digitsProps(kind: DigitsKind | undefined, onChange: Props['onChange']): InputHTMLAttributes<HTMLInputElement> {
  if (!kind) return { onChange };
  return {
    inputMode: 'numeric',
    maxLength: MAX_DIGITS_TEXT,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      // A changed value would end the composition of an input method.
      if (!(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing)) normaliseInput(event.target, kind);
      onChange?.(event);
    },
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) => {
      normaliseInput(event.currentTarget, kind);
      onChange?.(event as unknown as ChangeEvent<HTMLInputElement>);
    },
  };
}

export function Field({ label, error, hint, digits, children, onChange, ...input }: Props) {
  const id = useId();
  // Normalises input typed before hydration.
  useLayoutEffect(() => {
    const element = digits && document.getElementById(id);
    if (element instanceof HTMLInputElement) normaliseInput(element, digits as DigitsKind);
  }, [digits, id]);
  const control = <input type="text" {...describedInput({ id, error, hint })} {...input} {...digitsProps(digits, onChange)} />;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {digits === 'phone' || children ? (
        <div className="field-row">
          {digits === 'phone' && (
            <span className="field-prefix" aria-hidden="true">
              +91
            </span>
          )}
          {control}
          {children}
        </div>
      ) : (
        control
      )}
      <FieldNote id={id} error={error} hint={hint} />
    </div>
  );
}
