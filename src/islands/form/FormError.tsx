import type { ReactNode } from 'react';
import '#styles/ui/notice.css';

interface Props {
  /** Why the form was refused; null or undefined when it was not. */
  message: string | null | undefined;
  children?: ReactNode;
}

/** An alert for a refusal that no single field shows. */
export function FormError({ message, children }: Props) {
  if (!message) return null;
  return (
    <div className="notice" role="alert">
      <p>{message}</p>
      {children}
    </div>
  );
}
