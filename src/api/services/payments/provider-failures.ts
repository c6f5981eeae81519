import type { Logger } from 'pino';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import { PROVIDER_TIMEOUT_MS, withTimeout } from '#api/services/concurrency.ts';
import { recordFailure } from '#api/services/extensions/failures.ts';
import { readBrowserModule } from './browser-module.ts';
import { type GuardedProvider, guardProvider, type ProviderOperation } from './guard-provider.ts';
import type { ChosenProvider } from './provider-module.ts';

/**
 * Returns what `guardProvider` is to do with failures: logs and counts them, and stores them for `doctor`, which is another process. Waits for
 * nothing, so that a failure delays no shopper.
 */
const reportFailures =
  (db: Db, provider: string, log: Logger, count: (provider: string, operation: ProviderOperation) => void) =>
  (operation: ProviderOperation, error: unknown): void => {
    log.error({ err: error, provider, operation }, 'the payment provider failed');
    count(provider, operation);
    recordFailure(db, provider, operation, error).catch((err: unknown) =>
      log.warn({ err, provider, operation }, 'a failure of the payment provider could not be stored'),
    );
  };

/**
 * Connects the provider of a shop. Its failures are logged, counted with `count` and named by `doctor`. Throws an error that
 * names it when `connect` fails or takes longer than a call may, or when its browser module is missing.
 */
export async function connectProvider(
  { provider, values }: ChosenProvider,
  db: Db,
  log: Logger,
  count: (provider: string, operation: ProviderOperation) => void = () => {},
): Promise<GuardedProvider> {
  const tooLate = () => new Error(`it took longer than ${PROVIDER_TIMEOUT_MS} ms`);
  try {
    const connected = await withTimeout(provider.connect(values, log), PROVIDER_TIMEOUT_MS, tooLate);
    return guardProvider(connected, reportFailures(db, provider.name, log, count), await readBrowserModule(provider));
  } catch (error) {
    throw new Error(`The payment provider ${provider.name} cannot be connected: ${reasonOf(error)}`, { cause: error });
  }
}
