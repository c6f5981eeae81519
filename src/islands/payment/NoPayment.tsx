import { EmptyState } from '#islands/ui/EmptyState.tsx';
import * as paths from '#lib/rules/routes/paths.ts';

export const NoPayment = () => (
  <EmptyState
    icon="parcel"
    title="There is nothing to pay"
    text="No payment of yours is waiting. What you have ordered is in your account."
  >
    <p className="cluster">
      <a className="button primary" href={paths.account('orders')}>
        See your orders
      </a>
      <a className="button" href={paths.cart}>
        Go to your cart
      </a>
    </p>
  </EmptyState>
);
