import { useStore } from '@nanostores/react';
import { lazy, type RefObject, Suspense, useEffect, useState } from 'react';
import { $openOrder } from '#lib/state/order-panel.ts';
import { useStaysForSlideOut } from './useSlide.ts';

const loadPanel = () => import('./OrderPanel.tsx');
const OrderPanel = lazy(loadPanel);

/** Brings the order panel into the page while an order is open, and until it has slid out again. */
export function OrderDrawer({ home }: { home: RefObject<HTMLElement | null> }) {
  const order = useStore($openOrder);
  const present = useStaysForSlideOut(order !== null);
  const [latest, setLatest] = useState(order);
  if (order && order !== latest) setLatest(order);
  useEffect(() => void loadPanel(), []);

  if (!present || !latest) return null;
  return (
    <Suspense>
      <OrderPanel order={latest} isOpen={order !== null} home={home} />
    </Suspense>
  );
}
