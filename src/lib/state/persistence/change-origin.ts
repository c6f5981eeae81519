/**
 * Where a change of a store comes from: the shopper in this tab; another tab or storage; another tab, replacing what this tab has derived
 * and saved; or other state, such as a coupon checked again. A shopper's change in another tab wins over a derived one.
 */
type Origin = 'own' | 'derived' | 'external' | 'replacing';

let origin: Origin = 'own';

/** Whether the change that runs now comes from another tab or storage: it is not broadcast again. */
export const isExternal = (): boolean => origin === 'external' || origin === 'replacing';

/** Whether this tab saves the change that runs now. */
export const isToBeSaved = (): boolean => origin !== 'external';

export const isDerived = (): boolean => origin === 'derived';

/** Runs a change of stores, with what their listeners change, as of this origin. What follows from an external change is external. */
export function changeAs(cause: Exclude<Origin, 'own'>, change: () => void): void {
  const before = origin;
  if (!isExternal()) origin = cause;
  try {
    change();
  } finally {
    origin = before;
  }
}
