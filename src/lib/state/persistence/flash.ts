import { tryStorage } from './try-storage.ts';

const PREFIX = 'haat-';

/** The toasts that the next page shows. */
export const FLASH_TOASTS = 'toasts';

const attempt = <T>(access: (storage: Storage) => T, fallback: T): T => tryStorage('sessionStorage', access, fallback);

/** Stores a value for a later page of this tab; false when the browser forbids it. */
export const setFlash = (name: string, value: unknown): boolean =>
  attempt((storage) => {
    storage.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  }, false);

/** Whether an earlier page of this tab stored a value under this name. */
export const hasFlash = (name: string): boolean => attempt((storage) => storage.getItem(PREFIX + name) !== null, false);

/** Reads the value that this tab stored, also before a reload; undefined when there is none or it is damaged. */
export const peekFlash = (name: string): unknown =>
  attempt((storage) => JSON.parse(storage.getItem(PREFIX + name) ?? 'null') as unknown, undefined);

/** Reads and removes the value that an earlier page of this tab stored; undefined when there is none or it is damaged. */
export const takeFlash = (name: string): unknown =>
  attempt((storage) => {
    const text = storage.getItem(PREFIX + name);
    storage.removeItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  }, undefined);
