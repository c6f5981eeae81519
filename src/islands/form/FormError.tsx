import type { ReactNode } from 'react';
import '#styles/ui/notice.css';

interface Props {
  /** Why the form was refused; nothing when it was not. */
  message: string | undefined;
  /** What to do about it. */
  children?: ReactNode;
}

/** Says above a form why it was refused, when that is about no single field, and what to do next. */
export function FormError({ message, children }: Props) {
  if (!message) return null;
  return (
    <div className="notice" role="alert">
      <p>{message}</p>
      {children}
    </div>
  );
}
