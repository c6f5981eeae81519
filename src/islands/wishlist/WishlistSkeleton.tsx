import { Skeleton } from '#islands/ui/Skeleton.tsx';
import { t } from '#lib/contract/text/t.ts';

const classes = { root: 'wishlist-page', status: 'wishlist-count', list: 'wishlist', item: 'wishlist-item' };

export function WishlistSkeleton() {
  return (
    <Skeleton label={t('Loading your wishlist…')} classes={classes}>
      <div className="picture" />
      <i />
      <i />
    </Skeleton>
  );
}
