import { tryStorage } from './try-storage.ts';

const attempt = <T>(access: (storage: Storage) => T, fallback: T): T => tryStorage('localStorage', access, fallback);

/** Local storage as a plain object that never throws. */
export const localStorageMap: Record<string, string> = new Proxy(
  {},
  {
    has: (_, key) => attempt((storage) => storage.getItem(String(key)) !== null, false),
    get: (_, key) => attempt((storage) => storage.getItem(String(key)) ?? undefined, undefined),
    // True also when it failed: false would throw. Whoever must know reads the value back.
    set: (_, key, value: string) => {
      attempt((storage) => storage.setItem(String(key), value), undefined);
      return true;
    },
    deleteProperty: (_, key) => {
      attempt((storage) => storage.removeItem(String(key)), undefined);
      return true;
    },
  },
);

/** Clears local storage. */
export const clearLocalStorage = (): void => attempt((storage) => storage.clear(), undefined);

/** Whether the browser lets this site save anything: not while the visitor blocks site data, nor when storage is full. */
export const canSave = (): boolean =>
  attempt((storage) => {
    const key = 'haat-can-save';
    storage.setItem(key, '1');
    storage.removeItem(key);
    return true;
  }, false);

/** Whether local storage can be read and holds something, so that only its size can refuse a write. */
export const isStorageUsed = (): boolean => attempt((storage) => storage.length > 0, false);
