import { createHash } from 'node:crypto';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { type Db, type Tx, write } from '#api/database/open.ts';
import { createRateLimitClient } from '#api/database/rate-limit-client.ts';
import { CLOCK_SKEW_MS, isTooFarAhead } from '#api/services/clock-skew.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/texts.ts';
import { normaliseMailbox } from './email-mailbox.ts';
import { type IpTier, listIpTiers } from './ip-tiers.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * What a limit counts by: the address that asks; the account, number or customer that is asked about; both of them together (`origin`);
 * the account and the network of the address; a device that the account is known by.
 */
type By = 'address' | 'account' | 'origin' | 'network' | 'device';
type Rule = readonly [by: By, tries: number, seconds: number];

/**
 * How often something may be tried. Addresses come first: one that has had its share does not use up somebody else's account. Addresses
 * get more than accounts because whole neighbourhoods share one with their mobile carrier.
 */
const rules = {
  login: [
    ['address', 60, 15 * MINUTE],
    ['account', 10, 15 * MINUTE],
    ['account', 50, DAY],
  ],
  loginReserve: [
    ['origin', 2, DAY],
    ['network', 8, DAY],
    ['account', 100, DAY],
  ],
  loginDevice: [
    ['device', 10, 15 * MINUTE],
    ['device', 30, DAY],
  ],
  register: [
    ['address', 30, HOUR],
    ['account', 4, HOUR],
  ],
  verifyEmail: [
    ['address', 60, HOUR],
    ['account', 20, HOUR],
  ],
  rejectSignUp: [['address', 60, HOUR]],
  verifyMail: [['account', 3, HOUR]],
  namedMail: [['account', 1, DAY]],
  forgotPassword: [
    ['address', 30, HOUR],
    ['account', 3, HOUR],
  ],
  tokenPassword: [['address', 60, HOUR]],
  changePassword: [['account', 10, 15 * MINUTE]],
  guestDetails: [['account', 60, HOUR]],
  sendOtp: [
    ['address', 60, HOUR],
    ['address', 300, DAY],
    ['origin', 5, 10 * MINUTE],
    ['origin', 15, DAY],
    ['account', 5, 10 * MINUTE],
    ['account', 15, DAY],
  ],
  sendOtpReserve: [
    ['origin', 1, DAY],
    ['network', 4, DAY],
    ['account', 35, DAY],
  ],
  sendOtpDevice: [
    ['device', 5, 10 * MINUTE],
    ['device', 10, DAY],
  ],
  verifyOtp: [
    ['address', 120, HOUR],
    ['origin', 30, HOUR],
  ],
  verifyOtpDevice: [['device', 30, HOUR]],
  lockoutRecord: [['account', 1, HOUR]],
  lockoutMail: [['account', 1, DAY]],
  newDeviceMail: [['account', 5, DAY]],
  coupon: [
    ['address', 100, 10 * MINUTE],
    ['account', 30, 10 * MINUTE],
  ],
  contact: [
    ['address', 20, HOUR],
    ['account', 5, HOUR],
  ],
  // What an address may do without a CAPTCHA, in a shop that has one.
  freeCode: [['address', 6, HOUR]],
  freeSignUp: [['address', 3, HOUR]],
  freeMessage: [['address', 2, HOUR]],
  // Submissions let through while the CAPTCHA provider does not answer, of the whole shop.
  captchaOutage: [['account', 30, HOUR]],
} as const satisfies Record<string, readonly Rule[]>;

export type LimitedAction = keyof typeof rules;

/** Actions that send mail: their accounts are e-mail addresses, and every alias of a mailbox counts as the mailbox. */
const mailActions: ReadonlySet<LimitedAction> = new Set(['register', 'verifyMail', 'forgotPassword', 'contact']);

/** Who tries, as `clientAddress` names the address; one that is left out is not counted. */
export type LimitSubject = Partial<Record<By, string | undefined>>;

/** A name as it is kept: whoever reads the table learns neither addresses nor numbers. */
const hashName = (name: string): string =>
  createHash('sha256').update(name.trim().toLowerCase()).digest('base64url').slice(0, 22);

interface Counter {
  by: By;
  limiter: RateLimiterPostgres;
  key: string;
  /** How long the counter counts, in milliseconds. */
  durationMs: number;
}

/** The names that one rule counts a trier under. */
function namesOf(action: LimitedAction, by: By, name: string): Pick<IpTier, 'name' | 'factor' | 'tier'>[] {
  if (by === 'address') return listIpTiers(name);
  return [{ name: mailActions.has(action) ? normaliseMailbox(name) : name, factor: 1, tier: 'address' }];
}

/** The counters of an action with the key of each. */
function countersOf(db: Db, action: LimitedAction, trier: LimitSubject): Counter[] {
  const counted = rules[action].flatMap(([by, tries, duration]) => {
    const name = trier[by];
    if (name === undefined) return [];
    return namesOf(action, by, name).map((each) => ({ ...each, by, tries: tries * each.factor, duration }));
  });
  return counted.map(({ name, by, tier, tries, duration }) => {
    const limiter = new RateLimiterPostgres({
      storeClient: createRateLimitClient(db),
      storeType: 'client',
      tableName: 'rate_limit',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: `${action}:${tier === 'network' ? 'address-network' : by}:${duration}`,
      points: tries,
      duration,
    });
    return { by, limiter, key: hashName(name), durationMs: duration * 1000 };
  });
}

const tooMany = (msToWait: number): Refusal =>
  new Refusal(429, failure.tooMany, { retryAfter: Math.max(1, Math.ceil(msToWait / 1000)) });

/** How often expired counters are deleted, in milliseconds. */
const SWEEP_EVERY_MS = 5 * 60_000;
/** In milliseconds of the monotonic clock, which a change of the system's clock does not move. */
let nextSweep = 0;

/** Deletes expired counters, and those that end later than any counter can: they were written while the clock was wrong. */
export async function purgeExpiredCounters(tx: Tx): Promise<void> {
  if (performance.now() < nextSweep) return;
  nextSweep = performance.now() + SWEEP_EVERY_MS;
  const now = Date.now();
  const latest = now + DAY * 1000 + CLOCK_SKEW_MS;
  await tx
    .deleteFrom('rate_limit')
    .where(({ or, eb }) => or([eb('expire', '<', now), eb('expire', '>', latest)]))
    .execute();
}

/** A try that was one too many: what ran out, and the refusal (429). */
export interface LimitExceeded {
  by: By;
  refusal: Refusal;
}

/** Whether a counter was written while the clock was ahead: such a one counts as expired. */
const isFromWrongClock = (count: RateLimiterRes, durationMs: number): boolean =>
  isTooFarAhead(Date.now() + count.msBeforeNext, durationMs);

/** The rows of counters that still count, by key. One query, so that a flood of tries costs little. */
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

/** The first counter that has nothing left. Only reads, so that a flood of tries costs the database no writes. */
async function usedUp(db: Db, counters: readonly Counter[]): Promise<LimitExceeded | undefined> {
  const counts = await readCounts(db, counters);
  for (const { by, limiter, key } of counters) {
    const count = counts.get(limiter.getKey(key));
    if (count && count.points >= limiter.points) return { by, refusal: tooMany(count.expire - Date.now()) };
  }
  return undefined;
}

/** Whether a try would be one too many; counts nothing. */
export const peekRateLimit = (db: Db, action: LimitedAction, trier: LimitSubject): Promise<LimitExceeded | undefined> =>
  usedUp(db, countersOf(db, action, trier));

/** Counts one try; returns the count when it was one too many. */
async function consume({ limiter, key }: Counter): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (reason) {
    if (reason instanceof RateLimiterRes) return reason;
    throw reason;
  }
}

/** Counts one try inside a transaction, and says which limit it was one too many for. The transaction must commit all the same. */
export async function consumeRateLimit(tx: Tx, action: LimitedAction, trier: LimitSubject): Promise<LimitExceeded | undefined> {
  const counters = countersOf(tx, action, trier);
  const over = await usedUp(tx, counters);
  if (over) return over;
  for (const counter of counters) {
    const count = await consume(counter);
    if (count && !isFromWrongClock(count, counter.durationMs)) return { by: counter.by, refusal: tooMany(count.msBeforeNext) };
    if (count) {
      await counter.limiter.delete(counter.key);
      await consume(counter);
    }
  }
  return undefined;
}

/**
 * Counts one try inside a transaction and returns the refusal (429) when it was one too many. The caller throws it after the transaction
 * has been committed, or the try would not be counted.
 */
export async function countAttempt(tx: Tx, action: LimitedAction, trier: LimitSubject): Promise<Refusal | undefined> {
  return (await consumeRateLimit(tx, action, trier))?.refusal;
}

/** Counts one try, before anything is done for it. Throws a `Refusal` (429) when there have been too many. */
export async function enforceRateLimit(db: Db, action: LimitedAction, trier: LimitSubject): Promise<void> {
  const count = async (tx: Tx): Promise<Refusal | undefined> => {
    await purgeExpiredCounters(tx);
    return countAttempt(tx, action, trier);
  };
  const refusal = (await peekRateLimit(db, action, trier))?.refusal ?? (await write(db, count));
  if (refusal) throw refusal;
}

/** Forgets the tries of an account that has proven itself. */
export async function resetRateLimit(tx: Tx, action: LimitedAction, trier: LimitSubject): Promise<void> {
  for (const { limiter, key } of countersOf(tx, action, trier)) await limiter.delete(key);
}
