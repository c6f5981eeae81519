/** Timeout of requests to payment, SMS and CAPTCHA providers, in milliseconds. */
export const PROVIDER_TIMEOUT_MS = 5000;

/** Rejects with the error from `createError` when `promise` has not settled after `timeoutMs`. Does not stop the work itself. */
export async function withTimeout<Result>(
  promise: Promise<Result>,
  timeoutMs: number,
  createError: () => Error,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(createError()), timeoutMs);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}
