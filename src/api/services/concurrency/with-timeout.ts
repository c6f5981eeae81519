/**
 * Resolves or rejects as `work` does, or rejects with `createError()` after `ms` milliseconds. The work is not cancelled: it finishes in the
 * background and its result is dropped.
 */
export async function withTimeout<Result>(work: Promise<Result>, ms: number, createError: () => Error): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createError()), ms);
  });
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer));
}
