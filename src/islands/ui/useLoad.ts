import { useEffect } from 'react';

/** Loads with the page, and once more by itself when the connection comes back after a failure. */
export function useLoad(load: () => Promise<unknown>, failed: boolean): void {
  useEffect(() => void load(), [load]);
  useEffect(() => {
    if (!failed) return;
    const again = () => void load();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [load, failed]);
}
