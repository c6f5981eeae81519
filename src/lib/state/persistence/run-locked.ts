/** How long a lock may be awaited, in milliseconds: its holder may be a tab that the browser has frozen. */
const LOCK_WAIT_MS = 500;

/** Runs `task`, which must not throw, under the lock of this site's tabs; without it where locks are missing or not granted in time. */
export async function runLocked(task: () => void): Promise<void> {
  try {
    await navigator.locks.request('haat', { signal: AbortSignal.timeout(LOCK_WAIT_MS) }, task);
  } catch {
    // Not as part of the caller's change.
    await null;
    task();
  }
}
