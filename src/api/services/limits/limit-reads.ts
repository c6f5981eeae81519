import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { type Db, keepPerDatabase } from '#api/database/schema/engine.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { listIpTiers } from './ip-network-limits.ts';
import { rateLimits } from './rate-limit-rules.ts';

/**
 * Counters of this process: a row in the database for each call would cost more than the call. With several processes an address has the
 * limit at each.
 */
const countersOf = keepPerDatabase(() => new Map<string, RateLimiterMemory>());

const refuseOver = ({ msBeforeNext }: RateLimiterRes): never => {
  throw new Refusal(429, failure.tooMany, { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
};

/**
 * Counts a call that only reads, by the client's IP address and its network. Throws a `Refusal` (429) over the limit. Addresses of a network
 * that is over its limit get no counter, so that a flood of them fills no memory.
 */
export async function enforceReadLimit(db: Db, action: 'deliveryQuote', address: string): Promise<void> {
  const counters = countersOf(db);
  const [[, points, duration]] = rateLimits[action];
  const tiers = listIpTiers(address).map(({ name, factor, tier }) => {
    const keyPrefix = `${action}:${tier}:${factor}`;
    const counter = counters.get(keyPrefix) ?? new RateLimiterMemory({ points: points * factor, duration, keyPrefix });
    counters.set(keyPrefix, counter);
    return { name, counter };
  });
  for (const { name, counter } of tiers) {
    const count = await counter.get(name);
    if (count && count.consumedPoints >= counter.points) refuseOver(count);
  }
  for (const { name, counter } of tiers) await counter.consume(name).catch(refuseOver);
}
