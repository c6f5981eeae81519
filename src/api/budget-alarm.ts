import type { Logger } from 'pino';
import type { Metrics } from './metrics.ts';
import type { BudgetExceeded } from './services/limits/message-budget.ts';

/**
 * Returns what to call for each refusal for want of budget: it counts every one in the metrics, and logs one line for each budget and
 * window, so that an attack does not fill the log.
 */
export function createBudgetAlarm(log: Logger, metrics: Metrics): (refusal: BudgetExceeded) => void {
  const logged = new Map<string, number>();
  return ({ usage: { kind, window, used, limit, endsAt } }) => {
    metrics.countRefusedMessage(kind);
    const name = `${kind}:${window}`;
    if (logged.get(name) === endsAt) return;
    logged.set(name, endsAt);
    const until = new Date(endsAt).toISOString();
    log.warn({ kind, window, used, limit, until }, 'message budget used up: codes and account mails are refused');
  };
}
