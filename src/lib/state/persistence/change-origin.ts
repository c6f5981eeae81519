/** Values that were restored from storage or received from another tab: neither saved nor broadcast again. */
const external = new WeakSet<object>();

/** Marks a value as external; pass the very same object to the store. */
export function markExternal<T extends object>(value: T): T {
  external.add(value);
  return value;
}

export const isExternal = (value: object): boolean => external.has(value);

/** Marks a derived value as external if its cause is: every tab derives it itself. */
export const inheritOrigin = <T extends object>(cause: object, value: T): T => (isExternal(cause) ? markExternal(value) : value);
