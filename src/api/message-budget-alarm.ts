import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';
import type { BudgetExceeded } from './services/limits/message-budget.ts';

/**
 * Returns a handler for refusals by an exhausted message budget. It counts each in the metrics, but logs only one line per budget and
 * window, so that an attack does not flood the log.
 */
export function createBudgetAlarm(log: Logger, metrics: Metrics): (refusal: BudgetExceeded) => void {
  const logged = new Map<string, number>();
  return ({ usage: { kind, window, used, limit, endsAt } }) => {
    metrics.countRefusedMessage(kind);
    const key = `${kind}:${window}`;
    if (logged.get(key) === endsAt) return;
    logged.set(key, endsAt);
    const until = new Date(endsAt).toISOString();
    log.warn({ kind, window, used, limit, until }, 'message budget used up: codes and account mails are refused');
  };
}
