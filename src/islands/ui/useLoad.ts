import { useEffect } from 'react';

/** Loads on mount, and after a failure retries when the connection is back. */
export function useLoad(load: () => Promise<unknown>, failed: boolean): void {
  useEffect(() => void load(), [load]);
  useEffect(() => {
    if (!failed) return;
    const again = () => void load();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [load, failed]);
}
