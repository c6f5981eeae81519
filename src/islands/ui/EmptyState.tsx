import type { ReactNode } from 'react';
import '#styles/ui/empty.css';

interface Props {
  title: string;
  text: string;
  className?: string;
  /** Links to continue with. */
  children: ReactNode;
}

/** Shown in place of a list or page that has no content. */
export function EmptyState({ title, text, className, children }: Props) {
  return (
    <div className={className ? `empty ${className}` : 'empty'}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
}
