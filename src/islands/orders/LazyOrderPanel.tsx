import { useStore } from '@nanostores/react';
import { type RefObject, Suspense, useEffect, useState } from 'react';
import { lazyModule } from '#islands/ui/lazy-module.ts';
import { loadModule } from '#lib/client/load-module.ts';
import { $panelOrder } from '#lib/state/orders/order-panel.ts';
import { useExitTransition } from './usePanelTransition.ts';

const loadPanel = () => import('./OrderPanel.tsx');
const OrderPanel = lazyModule(loadPanel, () => location.reload());

/** Mounts the order panel while an order is open and during its exit transition. */
export function LazyOrderPanel({ fallbackFocus }: { fallbackFocus: RefObject<HTMLElement | null> }) {
  const order = useStore($panelOrder);
  const isMounted = useExitTransition(order !== null);
  const [latest, setLatest] = useState(order);
  if (order && order !== latest) setLatest(order);
  useEffect(() => void loadModule(loadPanel).catch(console.warn), []);

  if (!isMounted || !latest) return null;
  return (
    <Suspense>
      <OrderPanel order={latest} isOpen={order !== null} fallbackFocus={fallbackFocus} />
    </Suspense>
  );
}
