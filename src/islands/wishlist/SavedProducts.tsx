import { useStore } from '@nanostores/react';
import { type ComponentType, useEffect, useState } from 'react';
import { loadModule } from '#lib/client/load-module.ts';
import { $auth } from '#lib/state/session/session.ts';
import { $wishlist } from '#lib/state/wishlist/wishlist.ts';

/** What a guest has saved on this device; its script and styles are loaded where there is something. */
export function SavedProducts() {
  const { guestWishes } = useStore($wishlist, { ssr: 'initial' });
  const { isAuthenticated } = useStore($auth, { ssr: 'initial' });
  const [Section, setSection] = useState<ComponentType>();
  const isShown = !isAuthenticated && guestWishes.length > 0;
  useEffect(() => {
    if (!isShown) return;
    loadModule(() => import('./GuestWishes.tsx')).then(
      ({ GuestWishes }) => setSection(() => GuestWishes),
      (error) => console.warn('The saved products could not be loaded', error),
    );
  }, [isShown]);
  return isShown && Section ? <Section /> : null;
}
