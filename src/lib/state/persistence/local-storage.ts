import { tryStorage } from './try-storage.ts';

/** The text of a key; undefined if there is none or it cannot be read. */
export const readItem = (key: string): string | undefined =>
  tryStorage('localStorage', (storage) => storage.getItem(key)) ?? undefined;

/** Writes a text, or removes the key without one. False when the browser refused it. */
export function writeItem(key: string, text: string | undefined): boolean {
  tryStorage('localStorage', (storage) => (text === undefined ? storage.removeItem(key) : storage.setItem(key, text)));
  return readItem(key) === text;
}
