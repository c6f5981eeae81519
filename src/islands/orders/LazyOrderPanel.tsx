import { useStore } from '@nanostores/react';
import { lazy, type RefObject, Suspense, useEffect, useState } from 'react';
import { $panelOrder } from '#lib/state/orders/panel.ts';
import { useExitTransition } from './useSlideTransition.ts';

const loadPanel = () => import('./OrderPanel.tsx');
const OrderPanel = lazy(loadPanel);

/** Mounts the order panel while an order is open and during its exit transition. */
export function LazyOrderPanel({ fallbackFocus }: { fallbackFocus: RefObject<HTMLElement | null> }) {
  const order = useStore($panelOrder);
  const isMounted = useExitTransition(order !== null);
  const [latest, setLatest] = useState(order);
  if (order && order !== latest) setLatest(order);
  useEffect(() => void loadPanel(), []);

  if (!isMounted || !latest) return null;
  return (
    <Suspense>
      <OrderPanel order={latest} isOpen={order !== null} fallbackFocus={fallbackFocus} />
    </Suspense>
  );
}
