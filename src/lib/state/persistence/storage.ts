/** Runs `access` on a storage; what the browser forbids (private mode, quota) only warns and returns undefined. */
export function tryStorage<T>(kind: 'localStorage' | 'sessionStorage', access: (storage: Storage) => T): T | undefined {
  try {
    return access(globalThis[kind]);
  } catch (error) {
    console.warn(`${kind} failed`, error);
    return undefined;
  }
}

const FLASH_PREFIX = 'haat-';

/** The toasts that the next page shows. */
export const FLASH_TOASTS = 'toasts';

/** Stores a value for a later page of this tab; false when the browser forbids it. */
export const setFlash = (name: string, value: unknown): boolean =>
  tryStorage('sessionStorage', (storage) => storage.setItem(FLASH_PREFIX + name, JSON.stringify(value)) ?? true) ?? false;

/** Reads the value that this tab stored, also before a reload; null or undefined when there is none or it is damaged. */
export const peekFlash = (name: string): unknown =>
  tryStorage('sessionStorage', (storage) => JSON.parse(storage.getItem(FLASH_PREFIX + name) ?? 'null') as unknown);

/** As `peekFlash`, and removes the value. */
export function takeFlash(name: string): unknown {
  const value = peekFlash(name);
  tryStorage('sessionStorage', (storage) => storage.removeItem(FLASH_PREFIX + name));
  return value;
}
