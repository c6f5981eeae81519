/** Values that came from the saved state or from another tab: they are neither saved nor sent again. */
const outside = new WeakSet<object>();

/** Marks a value as one that came from outside this tab; hand the very same object to the store. */
export function markExternal<T extends object>(value: T): T {
  outside.add(value);
  return value;
}

export const isExternal = (value: object): boolean => outside.has(value);

/** Marks a value that follows from another as that one is marked: each tab draws the same conclusion by itself. */
export const inheritOrigin = <T extends object>(cause: object, value: T): T => (isExternal(cause) ? markExternal(value) : value);
