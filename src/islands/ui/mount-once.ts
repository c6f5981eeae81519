/**
 * Wraps the loading of a UI part that a page mounts at most once: `load` resolves to its mount function. After a failed load calls
 * `onError`; the next call retries.
 */
export function mountOnce(load: () => Promise<() => void>, onError: (error: unknown) => void): () => Promise<void> {
  let mounted = false;
  return async () => {
    if (mounted) return;
    mounted = true;
    try {
      (await load())();
    } catch (error) {
      mounted = false;
      onError(error);
    }
  };
}
