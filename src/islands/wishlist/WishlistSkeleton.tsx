import { Skeleton } from '#islands/ui/Skeleton.tsx';

const classes = { root: 'wishlist-page', status: 'wishlist-count', list: 'wishlist', item: 'wishlist-item' };

export function WishlistSkeleton() {
  return (
    <Skeleton label="Loading your wishlist…" classes={classes}>
      <div className="picture" />
      <i />
      <i />
    </Skeleton>
  );
}
