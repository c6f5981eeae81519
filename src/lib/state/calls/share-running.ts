/** Returns `task` as a function whose concurrent callers share one run, of the first caller's arguments. */
export function shareRunning<Args extends unknown[], Result>(task: (...args: Args) => Promise<Result>) {
  let running: Promise<Result> | undefined;
  return (...args: Args): Promise<Result> => {
    running ??= task(...args).finally(() => {
      running = undefined;
    });
    return running;
  };
}
