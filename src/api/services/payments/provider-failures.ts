import type { Logger } from 'pino';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { ProviderFailureTable } from '#api/database/schema/payments.ts';
import { write } from '#api/database/transaction.ts';
import { PROVIDER_TIMEOUT_MS, withTimeout } from '#api/services/concurrency.ts';
import { isoAgo, isoNow } from '#lib/rules/durations.ts';
import { readBrowserModule } from './browser-module.ts';
import { type GuardedProvider, guardProvider, type ProviderOperation } from './guard-provider.ts';
import type { ChosenProvider } from './provider-module.ts';

/** Longest reason that is stored, in characters. */
const MAX_REASON = 300;

/** Records that a call of a provider failed. */
async function recordFailure(db: Db, provider: string, operation: ProviderOperation, error: unknown): Promise<void> {
  const now = isoNow();
  const last = { last_error: reasonOf(error).slice(0, MAX_REASON), last_at: now };
  await write(db, (tx) =>
    tx
      .insertInto('provider_failure')
      .values({ provider, operation, failures: 1, first_at: now, ...last })
      .onConflict((conflict) =>
        conflict
          .columns(['provider', 'operation'])
          .doUpdateSet(({ eb, ref }) => ({ ...last, failures: eb(ref('provider_failure.failures'), '+', 1) })),
      )
      .execute(),
  );
}

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
 * Connects the provider of a shop. Its failures are logged, counted with `count` and named by `doctor`. Throws what `connect`
 * throws, and an error if it takes longer than a call may.
 */
export async function connectProvider(
  { provider, values }: ChosenProvider,
  db: Db,
  log: Logger,
  count: (provider: string, operation: ProviderOperation) => void = () => {},
): Promise<GuardedProvider> {
  const tooLate = () => new Error(`The payment provider ${provider.name} did not connect within ${PROVIDER_TIMEOUT_MS} ms`);
  const connected = await withTimeout(provider.connect(values, log), PROVIDER_TIMEOUT_MS, tooLate);
  return guardProvider(connected, reportFailures(db, provider.name, log, count), await readBrowserModule(provider));
}

/** The calls of providers that failed in the last `ms` milliseconds, the latest first. */
export const readProviderFailures = (db: Db, ms: number): Promise<ProviderFailureTable[]> =>
  db.selectFrom('provider_failure').selectAll().where('last_at', '>', isoAgo(ms)).orderBy('last_at', 'desc').execute();
