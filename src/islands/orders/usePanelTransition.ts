import { useEffect, useState } from 'react';
import { ORDER_PANEL_CLOSE_MS, ORDER_PANEL_OPEN_MS } from '#lib/site/timings.ts';

/** Whether a panel is mounted: from opening until the exit transition has ended (specification, order details). */
export function useExitTransition(isOpen: boolean): boolean {
  const [isMounted, setMounted] = useState(isOpen);
  useEffect(() => {
    if (isOpen) return setMounted(true);
    const timer = setTimeout(() => setMounted(false), ORDER_PANEL_CLOSE_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return isOpen || isMounted;
}

/** Whether a panel has its open position: from shortly after mounting, so that the enter transition runs, until it closes. */
export function useEnterTransition(isOpen: boolean): boolean {
  const [slidIn, setSlidIn] = useState(false);
  useEffect(() => {
    if (!isOpen) return setSlidIn(false);
    const timer = setTimeout(() => setSlidIn(true), ORDER_PANEL_OPEN_MS);
    return () => clearTimeout(timer);
  }, [isOpen]);
  return isOpen && slidIn;
}
