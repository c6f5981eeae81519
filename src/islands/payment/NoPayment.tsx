import { EmptyState } from '#islands/ui/EmptyState.tsx';
import { t } from '#lib/contract/text/t.ts';
import * as paths from '#lib/rules/routes/paths.ts';

export const NoPayment = () => (
  <EmptyState
    icon="parcel"
    title={t('There is nothing to pay')}
    text={t('No payment of yours is waiting. What you have ordered is in your account.')}
    links={[
      [paths.account('orders'), t('See your orders')],
      [paths.cart, t('Go to your cart')],
    ]}
  />
);
