import type { ReactNode } from 'react';
import './PaymentLayout.css';

/** The column of the payment page and of its failure. */
export const PaymentLayout = ({ children }: { children: ReactNode }) => <div className="payment-layout">{children}</div>;
