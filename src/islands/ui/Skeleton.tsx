import type { ReactNode } from 'react';
import '#styles/ui/skeleton.css';

/** As many items as fit on a screen. */
const placeholders = ['first', 'second', 'third', 'fourth'];

interface Props {
  label: string;
  /** The classes of the loaded content, for the same layout. */
  classes: { root: string; status: string; list: string; item: string };
  children: ReactNode;
}

export function Skeleton({ label, classes, children }: Props) {
  return (
    <div className={`${classes.root} loading-places`} aria-busy="true">
      <p className={`quiet ${classes.status}`} role="status">
        {label}
      </p>
      <div className={classes.list} aria-hidden>
        {placeholders.map((key) => (
          <div key={key} className={classes.item}>
            {children}
          </div>
        ))}
      </div>
    </div>
  );
}
