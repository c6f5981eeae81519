let isRunning = false;

/** Whether the change that runs now comes from another tab or storage: it is neither saved nor broadcast again. */
export const isExternal = (): boolean => isRunning;

/** Runs a change of stores that comes from another tab or storage, with what their listeners change. */
export function changeExternally(change: () => void): void {
  const before = isRunning;
  isRunning = true;
  try {
    change();
  } finally {
    isRunning = before;
  }
}
