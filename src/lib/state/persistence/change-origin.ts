/** Values that were restored from storage or received from another tab: neither saved nor broadcast again. */
const external = new WeakSet<object>();

/** Marks a value as external; pass the very same object to the store. */
export function markExternal<T extends object>(value: T): T {
  external.add(value);
  return value;
}

export const isExternal = (value: object): boolean => external.has(value);

/** Values computed from other state, such as a coupon checked again: a change by the shopper in another tab wins over them. */
const derived = new WeakSet<object>();

/** Marks a value as derived; pass the very same object to the store. */
export function markDerived<T extends object>(value: T): T {
  derived.add(value);
  return value;
}

export const isDerived = (value: object): boolean => derived.has(value);

/** External values that this tab saves, because what it has saved itself was replaced. */
const replacing = new WeakSet<object>();

/** Marks a value from another tab as external, to be saved by this tab too. */
export function markReplacing<T extends object>(value: T): T {
  replacing.add(value);
  return markExternal(value);
}

/** Whether this tab saves a value. */
export const isToBeSaved = (value: object): boolean => !isExternal(value) || replacing.has(value);

/** Marks a derived value as external if its cause is: every tab derives it itself. */
export const inheritOrigin = <T extends object>(cause: object, value: T): T => (isExternal(cause) ? markExternal(value) : value);
