let latest = 0;
/** Notes a time that another tab has used. */
export const noteTime = (time: number): void => {
  latest = Math.max(latest, time);
};

/** The present time in milliseconds since 1970, later than every change that this tab knows of. */
export function tick(): number {
  noteTime(Math.max(Date.now(), latest + 1));
  return latest;
}

/** In milliseconds since 1970, or `derived`: right after the change before it, so that a shopper's change in another tab wins. */
export type ChangeTime = 'now' | 'derived' | number;

/** The change that runs: as of when, and whether it follows from another tab or storage. */
export const running: { at: ChangeTime; isOutside: boolean } = { at: 'now', isOutside: false };

/** Whether the change that runs now follows from another tab or storage: it is not sent again. */
export const isExternal = (): boolean => running.isOutside;

/** Runs a change of stores, with what their listeners change, as of a time. What follows from another tab's change is of that tab. */
export function changeAt(at: ChangeTime, change: () => void, isOutside = running.isOutside): void {
  const before = { ...running };
  Object.assign(running, { at, isOutside });
  try {
    change();
  } finally {
    Object.assign(running, before);
  }
}

/** Runs a change of stores that follows from other state, such as a coupon checked again. */
export const derive = (change: () => void): void => changeAt('derived', change);
