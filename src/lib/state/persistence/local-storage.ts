import { tryStorage } from './try-storage.ts';

const attempt = <T>(access: (storage: Storage) => T, fallback: T): T => tryStorage('localStorage', access, fallback);

/** The text of a key; undefined if there is none or it cannot be read. */
export const readItem = (key: string): string | undefined => attempt((storage) => storage.getItem(key) ?? undefined, undefined);

/** Writes a text, or removes the key without one. False when the browser refused it. */
export function writeItem(key: string, text: string | undefined): boolean {
  attempt((storage) => (text === undefined ? storage.removeItem(key) : storage.setItem(key, text)), undefined);
  return readItem(key) === text;
}

/** Local storage as an object that never throws, for nanostores. Whoever must know whether a write succeeded reads it back. */
export const localStorageMap = new Proxy<Record<string, string>>(
  {},
  {
    has: (_, key) => readItem(String(key)) !== undefined,
    get: (_, key) => readItem(String(key)),
    set: (_, key, text: string) => {
      writeItem(String(key), text);
      return true;
    },
  },
);

/** Clears local storage. */
export const clearLocalStorage = (): void => attempt((storage) => storage.clear(), undefined);

const PROBE = 'haat-can-save';

/** Whether the browser lets this site save anything: not while the visitor blocks site data, nor when storage is full. */
export const canSave = (): boolean => writeItem(PROBE, '1') && writeItem(PROBE, undefined);

/** Whether local storage can be read and holds something, so that only its size can refuse a write. */
export const isStorageUsed = (): boolean => attempt((storage) => storage.length > 0, false);
