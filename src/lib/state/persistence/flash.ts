const PREFIX = 'haat-';

/** Toasts that the next page shows. */
export const FLASH_TOASTS = 'toasts';

/** Does something with session storage; what the browser forbids only warns (specification 8). */
function attempt<T>(access: (storage: Storage) => T, otherwise: T): T {
  try {
    return access(sessionStorage);
  } catch (error) {
    console.warn('Nothing can be handed to the next page', error);
    return otherwise;
  }
}

/** Leaves something for a later page of this tab; false when the browser does not allow it. */
export const setFlash = (name: string, value: unknown): boolean =>
  attempt((kept) => {
    kept.setItem(PREFIX + name, JSON.stringify(value));
    return true;
  }, false);

/** Whether an earlier page of this tab has left something under this name. */
export const hasFlash = (name: string): boolean => attempt((kept) => kept.getItem(PREFIX + name) !== null, false);

/** Takes what an earlier page of this tab has left, once; undefined when it is nothing or damaged. */
export const takeFlash = (name: string): unknown =>
  attempt((kept) => {
    const text = kept.getItem(PREFIX + name);
    kept.removeItem(PREFIX + name);
    return text === null ? undefined : (JSON.parse(text) as unknown);
  }, undefined);
