import type { ReactNode } from 'react';
import { EmptyNext } from './EmptyNext.tsx';
import '#styles/ui/empty.css';

interface Props {
  title: string;
  text: string;
  /** Shape class of an icon; with it, products or categories to continue with are listed below. */
  icon?: 'bag' | 'heart' | 'parcel';
  className?: string;
  children: ReactNode;
}

export function EmptyState({ title, text, icon, className, children }: Props) {
  const empty = (
    <div className={className ? `empty ${className}` : 'empty'}>
      {icon && (
        <span className="empty-icon">
          <i className={`icon ${icon}`} />
        </span>
      )}
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
    </div>
  );
  return icon ? (
    <div className="empty-page">
      {empty}
      <EmptyNext />
    </div>
  ) : (
    empty
  );
}
