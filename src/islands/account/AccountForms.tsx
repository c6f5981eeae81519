import type { ReactNode } from 'react';
import './AccountForms.css';

/** Layout of an account page's forms: each `section` is a box with a heading. */
export function AccountForms({ children }: { children: ReactNode }) {
  return <div className="account-forms">{children}</div>;
}
