import type { Logger } from 'pino';
import type { Db } from './database/schema/engine.ts';
import { write } from './database/transaction.ts';
import type { Metrics } from './metrics.ts';
import { countAttempt } from './services/limits/enforce-rate-limits.ts';
import type { BudgetExceeded, BudgetUsage } from './services/limits/message-budget.ts';
import { notifyOwnerOfBudget } from './services/orders/owner-mails.ts';
import { readSettings } from './services/store/settings.ts';

/** Mails the owner, at most once a day for each kind of message. */
const mailOwner = (db: Db, usage: BudgetUsage): Promise<void> =>
  write(db, async (tx) => {
    if (await countAttempt(tx, 'budgetMail', { account: usage.kind })) return;
    await notifyOwnerOfBudget(tx, await readSettings(tx), usage);
  });

/**
 * Returns a handler for refusals by an exhausted message budget. It counts each in the metrics, but logs only one line per budget and
 * window and then mails the owner, so that an attack does not flood the log.
 */
export function createBudgetAlarm(db: Db, log: Logger, metrics: Metrics): (refusal: BudgetExceeded) => Promise<void> {
  const logged = new Map<string, number>();
  return async ({ usage }) => {
    const { kind, window, used, limit, endsAt } = usage;
    metrics.countRefusedMessage(kind);
    const key = `${kind}:${window}`;
    if (logged.get(key) === endsAt) return;
    logged.set(key, endsAt);
    const until = new Date(endsAt).toISOString();
    log.warn({ kind, window, used, limit, until }, 'message budget used up: codes and account mails are refused');
    await mailOwner(db, usage);
  };
}
