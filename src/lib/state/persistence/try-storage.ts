/** Runs `access` on a storage; what the browser forbids (private mode, quota) only warns and returns `fallback`. */
export function tryStorage<T>(kind: 'localStorage' | 'sessionStorage', access: (storage: Storage) => T, fallback: T): T {
  try {
    return access(globalThis[kind]);
  } catch (error) {
    console.warn(`${kind} failed`, error);
    return fallback;
  }
}
