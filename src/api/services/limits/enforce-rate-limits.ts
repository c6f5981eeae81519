import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { createRateLimitClient } from '#api/database/rate-limiter-adapter.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { isTooFarAhead } from '#api/services/clock-skew.ts';
import { shortHash } from '#api/services/hashing.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { normaliseMailbox } from './email-mailbox.ts';
import { type IpTier, listIpTiers } from './ip-network-limits.ts';
import { purgeExpiredCounters } from './purge-expired-counters.ts';
import { type LimitedAction, type LimitKey, mailActions, rateLimits } from './rate-limit-rules.ts';

/** What an attempt is counted under; missing keys are not counted. `address` is in the format of `clientAddress`. */
export type LimitSubject = Partial<Record<LimitKey, string | undefined>>;

/** Hashes a name, so that the table contains neither addresses nor phone numbers. */
const hashName = (name: string): string => shortHash(name.trim().toLowerCase());

interface Counter {
  by: LimitKey;
  limiter: RateLimiterPostgres;
  key: string;
  durationMs: number;
}

function listNames(action: LimitedAction, by: LimitKey, name: string): Pick<IpTier, 'name' | 'factor' | 'tier'>[] {
  if (by === 'address') return listIpTiers(name);
  return [{ name: mailActions.has(action) ? normaliseMailbox(name) : name, factor: 1, tier: 'address' }];
}

function listCounters(db: Db, action: LimitedAction, subject: LimitSubject): Counter[] {
  const limits = rateLimits[action].flatMap(([by, attempts, duration]) => {
    const name = subject[by];
    if (name === undefined) return [];
    return listNames(action, by, name).map((named) => ({ ...named, by, points: attempts * named.factor, duration }));
  });
  return limits.map(({ name, by, tier, points, duration }) => {
    const limiter = new RateLimiterPostgres({
      storeClient: createRateLimitClient(db),
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: `${action}:${tier === 'network' ? 'address-network' : by}:${duration}`,
      points,
      duration,
    });
    return { by, limiter, key: hashName(name), durationMs: duration * 1000 };
  });
}

const refuseTooMany = (waitMs: number): Refusal =>
  new Refusal(429, failure.tooMany, { retryAfter: Math.max(1, Math.ceil(waitMs / 1000)) });

/** An attempt over the limit: the exhausted counter's key, and the refusal (429). */
export interface LimitExceeded {
  by: LimitKey;
  refusal: Refusal;
}

/** Whether a counter was written while the clock was ahead; it then counts as expired. */
const isFromWrongClock = (count: RateLimiterRes, durationMs: number): boolean =>
  isTooFarAhead(Date.now() + count.msBeforeNext, durationMs);

async function readCounts(db: Db, counters: readonly Counter[]): Promise<Map<string, { points: number; expire: number }>> {
  if (counters.length === 0) return new Map();
  const keys = counters.map(({ limiter, key }) => limiter.getKey(key));
  const rows = await db.selectFrom('rate_limit').selectAll().where('key', 'in', keys).where('expire', '>', Date.now()).execute();
  const durations = new Map(counters.map(({ limiter, key, durationMs }) => [limiter.getKey(key), durationMs]));
  const current = rows.flatMap(({ key, points, expire }) =>
    expire === null || isTooFarAhead(expire, durations.get(key) ?? 0) ? [] : [[key, { points, expire }] as const],
  );
  return new Map(current);
}

/** The first exhausted counter. Only reads, so that an attack causes no database writes. */
async function findExhausted(db: Db, counters: readonly Counter[]): Promise<LimitExceeded | undefined> {
  const counts = await readCounts(db, counters);
  for (const { by, limiter, key } of counters) {
    const count = counts.get(limiter.getKey(key));
    if (count && count.points >= limiter.points) return { by, refusal: refuseTooMany(count.expire - Date.now()) };
  }
  return undefined;
}

/** Returns the limit that another attempt would exceed, without counting one. */
export const peekRateLimit = (db: Db, action: LimitedAction, subject: LimitSubject): Promise<LimitExceeded | undefined> =>
  findExhausted(db, listCounters(db, action, subject));

/** Counts one attempt; returns the counter's state when it is over the limit. */
async function consumeCounter({ limiter, key }: Counter): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason;
    throw reason;
  }
}

/** Counts one attempt in a transaction and returns the limit it exceeds. The transaction must commit even then. */
export async function consumeRateLimit(tx: Tx, action: LimitedAction, subject: LimitSubject): Promise<LimitExceeded | undefined> {
  const counters = listCounters(tx, action, subject);
  const over = await findExhausted(tx, counters);
  if (over) return over;
  for (const counter of counters) {
    const count = await consumeCounter(counter);
    if (count && !isFromWrongClock(count, counter.durationMs))
      return { by: counter.by, refusal: refuseTooMany(count.msBeforeNext) };
    if (count) {
      await counter.limiter.delete(counter.key);
      await consumeCounter(counter);
    }
  }
  return undefined;
}

/**
 * Counts one attempt in a transaction and returns the refusal (429) when it is over the limit. Throw it only after the commit, or the attempt
 * is not counted.
 */
export async function countAttempt(tx: Tx, action: LimitedAction, subject: LimitSubject): Promise<Refusal | undefined> {
  return (await consumeRateLimit(tx, action, subject))?.refusal;
}

/** Counts one attempt before its work is done. Throws a `Refusal` (429) over the limit. */
export async function enforceRateLimit(db: Db, action: LimitedAction, subject: LimitSubject): Promise<void> {
  const count = async (tx: Tx): Promise<Refusal | undefined> => {
    await purgeExpiredCounters(tx);
    return countAttempt(tx, action, subject);
  };
  const refusal = (await peekRateLimit(db, action, subject))?.refusal ?? (await write(db, count));
  if (refusal) throw refusal;
}

/** Resets an action's counters, such as after a successful sign-in. */
export async function resetRateLimit(tx: Tx, action: LimitedAction, subject: LimitSubject): Promise<void> {
  for (const { limiter, key } of listCounters(tx, action, subject)) await limiter.delete(key);
}
