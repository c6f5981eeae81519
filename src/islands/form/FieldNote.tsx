import type { ReactNode } from 'react';

interface Props {
  id: string;
  error?: string | undefined;
  hint?: ReactNode;
}

const noteId = (id: string): string => `${id}-note`;

/** Props of an input that its note describes. */
export const describedInput = ({ id, error, hint }: Props) => ({
  id,
  'aria-invalid': error ? true : undefined,
  'aria-describedby': error || hint ? noteId(id) : undefined,
});

/** The error of an input, else its hint; nothing without either. */
export function FieldNote({ id, error, hint }: Props) {
  if (!error && !hint) return null;
  return (
    <p id={noteId(id)} className={error ? 'error' : 'hint'}>
      {error || hint}
    </p>
  );
}
