import { sql } from 'kysely';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import type { OutboxTable } from '#api/database/schema/messages.ts';
import { CLOCK_SKEW_MS, isTooFarAhead } from '#api/services/clock-skew.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/messages/failures.ts';
import { DAY_MS, HOUR_MS } from '#lib/rules/durations.ts';
import type { LimitName } from './store-limit-defaults.ts';
import { readLimits, readLimitsOnce, type StoreLimits } from './store-limits.ts';

export type MessageKind = OutboxTable['kind'];

/** Fixed time windows; each starts with its first message. */
const windows = [
  { name: 'hour', ms: HOUR_MS },
  { name: 'day', ms: DAY_MS },
] as const;
type Window = (typeof windows)[number];

/** Who requests a code or account mail; `known` is a known device, a number that a customer has proven, or a message only accounts get. */
export type RequesterKind = 'unknown' | 'known';

/**
 * The share of a budget that codes and account mails may use. Anyone can request codes for invented numbers, so a part is reserved for
 * known requesters, and the rest for order messages.
 */
const shares: Record<RequesterKind, number> = { unknown: 0.8, known: 0.9 };

const kinds: readonly MessageKind[] = ['sms', 'mail'];

export interface BudgetUsage {
  kind: MessageKind;
  window: Window['name'];
  used: number;
  limit: number;
  /** When the window ends, in milliseconds since 1970. */
  endsAt: number;
}

const keyOf = (kind: MessageKind, { name }: Window): string => `budget:${kind}:${name}`;
const limitName = (kind: MessageKind, { name }: Window): LimitName => `${kind}_per_${name}`;

/** Whether a window has ended, or ends so far ahead that it was written while the clock was wrong. */
const hasExpired = (expire: number | null, { ms }: Window): boolean =>
  expire === null || expire <= Date.now() || isTooFarAhead(expire, ms);

async function readWindow(db: Db, kind: MessageKind, window: Window, limit: number): Promise<BudgetUsage> {
  const row = await db.selectFrom('rate_limit').selectAll().where('key', '=', keyOf(kind, window)).executeTakeFirst();
  const isCurrent = row && row.expire !== null && !hasExpired(row.expire, window);
  const [used, endsAt] = isCurrent ? [row.points, row.expire ?? 0] : [0, Date.now() + window.ms];
  return { kind, window: window.name, used, limit, endsAt };
}

/** The usage of each budget, SMS and mail, in the current hour and day. A window whose limit the owner has turned off is left out. */
export async function readBudgets(db: Db, of: readonly MessageKind[] = kinds): Promise<BudgetUsage[]> {
  const limits = await readLimits(db);
  const usages: BudgetUsage[] = [];
  for (const kind of of)
    for (const window of windows) {
      const limit = limits[limitName(kind, window)];
      if (limit !== null) usages.push(await readWindow(db, kind, window, limit));
    }
  return usages;
}

/** The used share of a budget, 0 to 1 or more. */
export const toUsageRatio = ({ used, limit }: Pick<BudgetUsage, 'used' | 'limit'>): number => (limit === 0 ? 1 : used / limit);

/** The used share of an hour's or a day's budget from which new numbers have lower limits, and every visitor needs a CAPTCHA. */
const SCARCE_FROM = 0.5;

/** Whether so much of a budget is used that requests of unproven visitors are limited more. */
export const isBudgetScarce = async (db: Db, kind: MessageKind): Promise<boolean> =>
  (await readBudgets(db, [kind])).some((usage) => toUsageRatio(usage) >= SCARCE_FROM);

/** How many messages may be queued until this share of a budget is used; `Infinity` where the owner has turned the limits off. */
export async function countRoom(db: Db, kind: MessageKind, share: number): Promise<number> {
  const rooms = (await readBudgets(db, [kind])).map(({ used, limit }) => Math.floor(limit * share) - used);
  return Math.max(0, Math.min(...rooms));
}

/** Refuses a code or account mail (503) because the message budget is used up. */
export class BudgetExceeded extends Refusal {
  readonly usage: BudgetUsage;

  constructor(usage: BudgetUsage) {
    const retryAfter = Math.max(1, Math.ceil((usage.endsAt - Date.now()) / 1000));
    super(503, usage.kind === 'sms' ? failure.smsPaused : failure.mailPaused, { retryAfter, code: 'sending_paused' });
    this.usage = usage;
  }
}

/** The budget that is used up for codes and account mails; undefined when none is. */
async function findExhausted(tx: Tx, kind: MessageKind, requester: RequesterKind): Promise<BudgetUsage | undefined> {
  await takeAdvisoryLock(tx, `budget:${kind}`);
  const usages = await readBudgets(tx, [kind]);
  return usages.findLast(({ used, limit }) => used >= Math.ceil(limit * shares[requester]));
}

/** Whether the budget for codes and account mails is used up. */
export const isBudgetExceeded = async (tx: Tx, kind: MessageKind, requester: RequesterKind = 'unknown'): Promise<boolean> =>
  (await findExhausted(tx, kind, requester)) !== undefined;

/**
 * Checks the budget for a code or account mail and locks it until the transaction ends. Call it even when no message follows, so that the
 * reply reveals nothing about the recipient. Throws `BudgetExceeded` (503).
 */
export async function requireBudget(tx: Tx, kind: MessageKind, requester: RequesterKind = 'unknown'): Promise<void> {
  const usage = await findExhausted(tx, kind, requester);
  if (usage) throw new BudgetExceeded(usage);
}

export type MessageCounts = Partial<Record<MessageKind, number>>;

/** A row of `rate_limit` that a window adds, with the messages to count. */
interface WindowRow {
  key: string;
  points: number;
  expire: number;
}

/** The windows that have a limit and get messages, in a fixed order that cannot deadlock. */
const toWindowRows = (counts: MessageCounts, limits: StoreLimits, now: number): WindowRow[] =>
  kinds.flatMap((kind) =>
    windows.flatMap((window) => {
      const points = limits[limitName(kind, window)] === null ? 0 : (counts[kind] ?? 0);
      return points > 0 ? [{ key: keyOf(kind, window), points, expire: now + window.ms }] : [];
    }),
  );

/** Adds messages to windows. One that has ended begins again. */
function incrementWindows(tx: Tx, rows: readonly WindowRow[], now: number) {
  const longest = sql<number>`excluded.expire + ${CLOCK_SKEW_MS}`;
  const isCurrent = sql<boolean>`rate_limit.expire > ${now} AND rate_limit.expire <= ${longest}`;
  return tx
    .insertInto('rate_limit')
    .values(rows)
    .onConflict((on) =>
      on.column('key').doUpdateSet({
        points: sql<number>`CASE WHEN ${isCurrent} THEN rate_limit.points + excluded.points ELSE excluded.points END`,
        expire: sql<number>`CASE WHEN ${isCurrent} THEN rate_limit.expire ELSE excluded.expire END`,
      }),
    )
    .returning(['key', 'points', 'expire'])
    .execute();
}

/** By kind, for each counted message, until when it is delayed, in milliseconds since 1970; undefined for no delay. */
export type SendTimes = Record<MessageKind, (number | undefined)[]>;

/**
 * Counts messages in the transaction that enqueues them, where a window has a limit. Returns which are over budget: they are delayed until
 * the window ends. Never refuses: order messages wait in the outbox. Call it last in the transaction, because every other write that
 * counts messages waits for these rows; without a limit none does.
 */
export async function countMessages(tx: Tx, counts: MessageCounts): Promise<SendTimes> {
  const limits = await readLimitsOnce(tx);
  const now = Date.now();
  const windowRows = toWindowRows(counts, limits, now);
  if (windowRows.length === 0) return { sms: [], mail: [] };
  const rows = new Map((await incrementWindows(tx, windowRows, now)).map((row) => [row.key, row]));
  /** `later` is the number of messages of this kind that were counted after it. */
  const delay = (kind: MessageKind, later: number): number | undefined => {
    const ends = windows.flatMap((window) => {
      const [row, limit] = [rows.get(keyOf(kind, window)), limits[limitName(kind, window)]];
      return row && limit !== null && row.points - later > limit ? [row.expire ?? 0] : [];
    });
    return ends.length > 0 ? Math.max(...ends) : undefined;
  };
  const times = (kind: MessageKind) =>
    Array.from({ length: counts[kind] ?? 0 }, (_, i) => delay(kind, (counts[kind] ?? 0) - 1 - i));
  return { sms: times('sms'), mail: times('mail') };
}
