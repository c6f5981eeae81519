import type { ReactNode } from 'react';
import './PaymentLayout.css';

export const PaymentLayout = ({ children }: { children: ReactNode }) => <div className="payment-layout">{children}</div>;
