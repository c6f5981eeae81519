import { reasonOf } from '#api/database/errors/store-errors.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { ExtensionFailureTable } from '#api/database/schema/extensions.ts';
import { write } from '#api/database/transaction.ts';
import { isoAgo, isoNow } from '#lib/rules/durations.ts';

/** Longest reason that is stored, in characters. */
const MAX_REASON = 300;

/** What a component of a page fails in. */
export const RENDER = 'render';

/** What a shipping rule fails in. */
export const SHIPPING_OPERATIONS = ['connect shipping', 'quote shipping'] as const;

/** Records that a payment provider, a shipping rule or a component failed in an operation, for `doctor`, which is another process. */
export async function recordFailure(db: Db, name: string, operation: string, error: unknown): Promise<void> {
  const now = isoNow();
  const last = { last_error: reasonOf(error).slice(0, MAX_REASON), last_at: now };
  await write(db, (tx) =>
    tx
      .insertInto('extension_failure')
      .values({ name, operation, failures: 1, first_at: now, ...last })
      .onConflict((conflict) =>
        conflict
          .columns(['name', 'operation'])
          .doUpdateSet(({ eb, ref }) => ({ ...last, failures: eb(ref('extension_failure.failures'), '+', 1) })),
      )
      .execute(),
  );
}

/** What failed in the last `ms` milliseconds, the latest first. */
export const readFailures = (db: Db, ms: number): Promise<ExtensionFailureTable[]> =>
  db.selectFrom('extension_failure').selectAll().where('last_at', '>', isoAgo(ms)).orderBy('last_at', 'desc').execute();
