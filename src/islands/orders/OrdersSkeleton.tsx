import { Skeleton } from '#islands/ui/Skeleton.tsx';
import { t } from '#lib/contract/text/t.ts';
import './OrdersSkeleton.css';

const classes = { root: 'orders', status: 'orders-count', list: 'order-list', item: 'order-card' };

/** Placeholder while orders load; as tall as cards with one row of pictures. */
export function OrdersSkeleton() {
  return (
    <Skeleton label={t('Loading your orders…')} classes={classes}>
      <i />
      <i />
      <i />
    </Skeleton>
  );
}
