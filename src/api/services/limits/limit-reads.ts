import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { type Db, keepPerDatabase } from '#api/database/schema/engine.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { MINUTE_SECONDS } from '#lib/rules/durations.ts';
import { listIpTiers } from './ip-network-limits.ts';

/** Calls that only read, and how often one address may make them: calls in so many seconds. */
const readLimits = { deliveryQuote: { points: 600, duration: 10 * MINUTE_SECONDS } } as const;

/**
 * Counters of this process: a row in the database for each call would cost more than the call. With several processes an address has the
 * limit at each.
 */
const countersOf = keepPerDatabase(() => new Map<string, RateLimiterMemory>());

/** Counts a call that only reads, by the client's IP address and its network. Throws a `Refusal` (429) over the limit. */
export async function enforceReadLimit(db: Db, action: keyof typeof readLimits, address: string): Promise<void> {
  const counters = countersOf(db);
  const { points, duration } = readLimits[action];
  for (const { name, factor, tier } of listIpTiers(address)) {
    const keyPrefix = `${action}:${tier}:${factor}`;
    const counter = counters.get(keyPrefix) ?? new RateLimiterMemory({ points: points * factor, duration, keyPrefix });
    counters.set(keyPrefix, counter);
    const over = await counter.consume(name).then(
      () => undefined,
      (reason: unknown) => {
        if (reason instanceof RateLimiterRes) return reason;
        throw reason;
      },
    );
    if (over) throw new Refusal(429, failure.tooMany, { retryAfter: Math.max(1, Math.ceil(over.msBeforeNext / 1000)) });
  }
}
