/** Does something with local storage; what the browser forbids (private mode, no room) only warns (specification 8). */
function attempt<T>(access: (storage: Storage) => T, otherwise: T): T {
  try {
    return access(localStorage);
  } catch (error) {
    console.warn('Local state could not be loaded or saved', error);
    return otherwise;
  }
}

/** Local storage as a plain object that never throws. */
export const localStorageMap: Record<string, string> = new Proxy(
  {},
  {
    has: (_, key) => attempt((kept) => kept.getItem(String(key)) !== null, false),
    get: (_, key) => attempt((kept) => kept.getItem(String(key)) ?? undefined, undefined),
    set: (_, key, value: string) => attempt((kept) => kept.setItem(String(key), value), undefined) === undefined,
    deleteProperty: (_, key) => attempt((kept) => kept.removeItem(String(key)), undefined) === undefined,
  },
);

/** Empties local storage. */
export const clearLocalStorage = (): void => attempt((kept) => kept.clear(), undefined);
