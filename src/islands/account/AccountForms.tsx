import type { ReactNode } from 'react';
import './AccountForms.css';

/** The frame of an account page's forms: each `section` within is a box with its heading. */
export function AccountForms({ children }: { children: ReactNode }) {
  return <div className="account-forms">{children}</div>;
}
