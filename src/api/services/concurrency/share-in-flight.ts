/** Runs one computation per key at a time: concurrent callers share its result. */
export function shareInFlight<Result>() {
  const inFlight = new Map<string, Promise<Result>>();
  return (key: string, compute: () => Promise<Result>): Promise<Result> => {
    const running = inFlight.get(key);
    if (running) return running;
    const started = compute().finally(() => inFlight.delete(key));
    inFlight.set(key, started);
    return started;
  };
}
