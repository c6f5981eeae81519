import { type TextareaHTMLAttributes, useId } from 'react';
import { describedInput, FieldNote } from './FieldNote.tsx';
import '#styles/ui/form.css';

interface Props extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  error?: string | undefined;
}

export function TextAreaField({ label, error, ...textarea }: Props) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <textarea {...describedInput({ id, error })} {...textarea} />
      <FieldNote id={id} error={error} />
    </div>
  );
}
