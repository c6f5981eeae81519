import { useEffect } from 'react';

/** Loads on mount, and after a failure retries when the connection is back. */
export function useLoad(load: () => Promise<unknown>, failed: boolean): void {
  useEffect(() => void load(), [load]);
  useReload(load, failed);
}

/** After a failure, loads again when the connection is back. */
export function useReload(load: () => Promise<unknown>, failed = true): void {
  useEffect(() => {
    if (!failed) return;
    const again = () => void load();
    addEventListener('online', again);
    return () => removeEventListener('online', again);
  }, [load, failed]);
}
