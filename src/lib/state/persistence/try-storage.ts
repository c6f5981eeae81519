/** Runs `access` on a storage; what the browser forbids (private mode, quota) only warns and returns undefined. */
export function tryStorage<T>(kind: 'localStorage' | 'sessionStorage', access: (storage: Storage) => T): T | undefined {
  try {
    return access(globalThis[kind]);
  } catch (error) {
    console.warn(`${kind} failed`, error);
    return undefined;
  }
}
