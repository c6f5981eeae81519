import { sql } from 'kysely';
import { takeAdvisoryLock } from '#api/database/locks.ts';
import type { Db, Tx } from '#api/database/open.ts';
import type { OutboxTable } from '#api/database/schema/tables.ts';
import { CLOCK_SKEW_MS, isTooFarAhead } from '#api/services/clock-skew.ts';
import { Refusal } from '#api/services/refusal.ts';
import { failure } from '#lib/contract/texts.ts';
import { type LimitName, readLimits } from './store-limits.ts';

export type MessageKind = OutboxTable['kind'];

const HOUR_MS = 60 * 60_000;

/** The windows that messages are counted in. Each starts with its first message. */
const windows = [
  { name: 'hour', ms: HOUR_MS },
  { name: 'day', ms: 24 * HOUR_MS },
] as const;
type Window = (typeof windows)[number];

/**
 * Who asks for a code or an account mail: anybody, or somebody whom the shop knows (a known device, or a message that is sent to existing
 * accounts alone).
 */
export type RequesterKind = 'anybody' | 'known';

/**
 * The share of a budget that codes and account mails may use. Anybody can ask for codes to made-up numbers, so a part is kept for those who
 * are known; the rest is kept for order messages.
 */
const shares: Record<RequesterKind, number> = { anybody: 0.8, known: 0.9 };

const kinds: readonly MessageKind[] = ['sms', 'mail'];

/** How much of one budget has been used. */
export interface BudgetUsage {
  kind: MessageKind;
  window: Window['name'];
  used: number;
  /** Null where the owner has set no limit. */
  limit: number | null;
  /** When the window ends, in milliseconds since 1970. */
  endsAt: number;
}

const keyOf = (kind: MessageKind, { name }: Window): string => `budget:${kind}:${name}`;
const limitName = (kind: MessageKind, { name }: Window): LimitName => `${kind}_per_${name}`;

/** A window that has ended counts for nothing, and so does one that was written while the clock was ahead. */
const isOver = (expire: number | null, { ms }: Window): boolean =>
  expire === null || expire <= Date.now() || isTooFarAhead(expire, ms);

async function readWindow(db: Db, kind: MessageKind, window: Window, limit: number | null): Promise<BudgetUsage> {
  const row = await db.selectFrom('rate_limit').selectAll().where('key', '=', keyOf(kind, window)).executeTakeFirst();
  const started = row && row.expire !== null && !isOver(row.expire, window);
  const [used, endsAt] = started ? [row.points, row.expire ?? 0] : [0, Date.now() + window.ms];
  return { kind, window: window.name, used, limit, endsAt };
}

/** How much of each budget has been used: texts and mails, this hour and this day. */
export async function readBudgets(db: Db, of: readonly MessageKind[] = kinds): Promise<BudgetUsage[]> {
  const limits = await readLimits(db);
  const uses: BudgetUsage[] = [];
  for (const kind of of)
    for (const window of windows) uses.push(await readWindow(db, kind, window, limits[limitName(kind, window)]));
  return uses;
}

/** The used share of a budget, between 0 and 1 and more; 0 without a limit. */
export const toUsageRatio = ({ used, limit }: Pick<BudgetUsage, 'used' | 'limit'>): number =>
  limit === null ? 0 : limit === 0 ? 1 : used / limit;

/** Codes and account mails are refused because the budget for such messages is used up. */
export class BudgetExceeded extends Refusal {
  readonly usage: BudgetUsage;

  constructor(use: BudgetUsage) {
    const retryAfter = Math.max(1, Math.ceil((use.endsAt - Date.now()) / 1000));
    super(503, use.kind === 'sms' ? failure.smsPaused : failure.mailPaused, { retryAfter, code: 'sending_paused' });
    this.usage = use;
  }
}

/** The budget that is used up for codes and account mails; undefined while there is room in all. */
async function findUsedUp(tx: Tx, kind: MessageKind, asker: RequesterKind): Promise<BudgetUsage | undefined> {
  await takeAdvisoryLock(tx, `budget:${kind}`);
  const uses = await readBudgets(tx, [kind]);
  return uses.findLast(({ used, limit }) => limit !== null && used >= Math.ceil(limit * shares[asker]));
}

/** Whether codes and account mails may not be sent at the moment. */
export const isBudgetExceeded = async (tx: Tx, kind: MessageKind, asker: RequesterKind = 'anybody'): Promise<boolean> =>
  (await findUsedUp(tx, kind, asker)) !== undefined;

/**
 * Makes sure that a code or an account mail may still be sent, and keeps others from using the budget until the transaction ends. Call it
 * whether or not a message follows, so that the answer tells nothing about the recipient. Throws `BudgetUsedUp` (503).
 */
export async function requireBudget(tx: Tx, kind: MessageKind, asker: RequesterKind = 'anybody'): Promise<void> {
  const use = await findUsedUp(tx, kind, asker);
  if (use) throw new BudgetExceeded(use);
}

/** Adds one message to a window and returns what has been used of it. */
async function countIn(tx: Tx, kind: MessageKind, window: Window, limit: number | null): Promise<BudgetUsage> {
  const now = Date.now();
  const endsAt = now + window.ms;
  const isCurrent = sql<boolean>`rate_limit.expire > ${now} AND rate_limit.expire <= ${endsAt + CLOCK_SKEW_MS}`;
  const { points, expire } = await tx
    .insertInto('rate_limit')
    .values({ key: keyOf(kind, window), points: 1, expire: endsAt })
    .onConflict((on) =>
      on.column('key').doUpdateSet({
        points: sql<number>`CASE WHEN ${isCurrent} THEN rate_limit.points + 1 ELSE 1 END`,
        expire: sql<number>`CASE WHEN ${isCurrent} THEN rate_limit.expire ELSE ${endsAt} END`,
      }),
    )
    .returning(['points', 'expire'])
    .executeTakeFirstOrThrow();
  return { kind, window: window.name, used: points, limit, endsAt: expire ?? endsAt };
}

/**
 * Counts one message as part of the transaction that writes it. Returns when it may be sent, in milliseconds since 1970: now, or, where
 * the budget is used up, when its window ends. Nothing is refused here: order messages wait in the outbox.
 */
export async function countMessage(tx: Tx, kind: MessageKind): Promise<number> {
  const limits = await readLimits(tx);
  let sendAt = Date.now();
  for (const window of windows) {
    const { used, limit, endsAt } = await countIn(tx, kind, window, limits[limitName(kind, window)]);
    if (limit !== null && used > limit) sendAt = Math.max(sendAt, endsAt);
  }
  return sendAt;
}
