import type { Logger } from 'pino';
import * as z from 'zod/mini';
import type { Db } from '#api/database/schema/engine.ts';
import { shareInFlight, withTimeout } from '#api/services/concurrency.ts';
import { recordFailure, type SHIPPING_OPERATIONS } from '#api/services/extensions/failures.ts';
import { shortHash } from '#api/services/hashing.ts';
import { findPincodeRegions } from '#api/services/pincodes/find-pincode-regions.ts';
import type { ChosenRule, HighestShipping, ShippingReply, ShippingRequest, ShippingRule } from './shipping-rule.ts';
import type { ShippingLine } from './zone.ts';

/** How long a shipping rule of an extension may take to answer, in milliseconds. */
export const SHIPPING_RULE_TIMEOUT_MS = 3000;

/** How long an answer is kept, so that a checkout charges what its shopper was quoted, in milliseconds. */
const ANSWER_TTL_MS = 10 * 60_000;

/** The same for the want of an answer: a rule that does not answer delays a shopper once, and is asked again soon. */
const FAILURE_TTL_MS = 60_000;

/** Answers that are kept, by pincode and lines; the oldest makes room. */
const MAX_ANSWERS = 2000;

/** The most days that an answer may say. */
const MAX_DAYS = 365;

const paise = z.int().check(z.nonnegative());
const days = z.int().check(z.nonnegative(), z.maximum(MAX_DAYS));

const highestSchema = z.strictObject({ charge: paise, freeFrom: z.optional(paise), codFee: z.optional(paise) });

const replySchema = z.nullable(
  z.object({
    charge: paise,
    freeFrom: z.optional(paise),
    days: z.optional(z.object({ from: days, to: days }).check(z.refine(({ from, to }) => from <= to, 'days are reversed'))),
    cod: z.nullable(z.object({ fee: z.optional(paise), max: z.optional(paise) })),
  }),
);

/** The highest charges that a rule declares. Throws if they are not whole paise. */
export const parseHighest = (declared: unknown): HighestShipping => z.parse(highestSchema, declared);

/** Checks an answer of a rule. Throws if it is malformed, or above what the rule has declared. */
function parseReply(answered: unknown, { charge, freeFrom, codFee = 0 }: HighestShipping): ShippingReply | null {
  const answer = z.parse(replySchema, answered);
  if (answer === null) return null;
  if (answer.charge > charge) throw new Error(`it charges ${answer.charge} paise, more than its highest charge of ${charge}`);
  const fee = answer.cod?.fee ?? 0;
  if (fee > codFee) throw new Error(`its fee for cash on delivery is ${fee} paise, more than its highest of ${codFee}`);
  if (answer.charge > 0 && freeFrom !== undefined && (answer.freeFrom ?? Number.POSITIVE_INFINITY) > freeFrom)
    throw new Error(`it is not free from ${freeFrom} paise, which its highest charges promise`);
  return answer;
}

export interface DeliveryLine extends ShippingLine {
  variant_id: number;
  sku: string | null;
}

/** What a rule is asked about these lines, the same for the same lines in another order. */
export function toShippingRequest(pincode: string, lines: readonly DeliveryLine[]): ShippingRequest {
  const byVariant = Map.groupBy(lines, ({ variant_id, price }) => `${variant_id} ${price}`);
  return {
    pincode,
    state: findPincodeRegions(pincode)[0]?.state,
    lines: [...byVariant.values()]
      .flatMap(([line, ...same]) =>
        line
          ? [
              {
                variant: line.variant_id,
                sku: line.sku,
                quantity: same.reduce((sum, { quantity }) => sum + quantity, line.quantity),
                price: line.price,
                grams: line.grams,
              },
            ]
          : [],
      )
      .sort((a, b) => a.variant - b.variant || a.price - b.price),
  };
}

/** What a rule has answered: null where the place is not served, undefined when it has failed. */
export type GuardedReply = ShippingReply | null | undefined;

/** A rule whose answers come in time and are as the interface says. */
export interface GuardedRule {
  name: string;
  highest: HighestShipping;
  ask: (request: ShippingRequest) => Promise<GuardedReply>;
}

/** Applies the time limit to a rule, validates and caches its answers, and calls `onFailure` for each failure. */
export function guardRule(
  { rule, values, highest }: ChosenRule,
  log: Logger,
  onFailure: (operation: (typeof SHIPPING_OPERATIONS)[number], error: unknown) => void,
): GuardedRule {
  const kept = new Map<string, { answer: GuardedReply; until: number }>();
  const share = shareInFlight<GuardedReply>();
  let connecting: Promise<ShippingRule> | undefined;

  async function askNow(request: ShippingRequest): Promise<GuardedReply> {
    let isConnected = false;
    const signal = AbortSignal.timeout(SHIPPING_RULE_TIMEOUT_MS);
    const work = async (): Promise<unknown> => {
      connecting ??= Promise.try(rule.connect, values, log);
      const connected = await connecting;
      isConnected = true;
      return connected.quote(request, signal);
    };
    try {
      const tooLate = () => new Error(`no answer in ${SHIPPING_RULE_TIMEOUT_MS} ms`);
      return parseReply(await withTimeout(work(), SHIPPING_RULE_TIMEOUT_MS, tooLate), highest);
    } catch (error) {
      if (!isConnected) connecting = undefined;
      onFailure(isConnected ? 'quote shipping' : 'connect shipping', error);
      return undefined;
    }
  }

  return {
    name: rule.name,
    highest,
    ask: async (request) => {
      // A hash, so that large carts take no memory.
      const key = shortHash(JSON.stringify(request));
      const found = kept.get(key);
      if (found && found.until > Date.now()) return found.answer;
      return share(key, async () => {
        const answer = await askNow(request);
        kept.delete(key);
        if (kept.size >= MAX_ANSWERS) for (const oldest of kept.keys().take(1)) kept.delete(oldest);
        kept.set(key, { answer, until: Date.now() + (answer === undefined ? FAILURE_TTL_MS : ANSWER_TTL_MS) });
        return answer;
      });
    },
  };
}

/** The rule of a shop. Its failures are logged, counted with `count` and stored for `doctor`, which is another process. */
export function openShippingRule(
  chosen: ChosenRule,
  db: Db,
  log: Logger,
  count: (rule: string, operation: string) => void,
): GuardedRule {
  const { name } = chosen.rule;
  return guardRule(chosen, log, (operation, error) => {
    log.error({ err: error, rule: name, operation }, 'the shipping rule failed: the shop charges by its own zones or charge');
    count(name, operation);
    recordFailure(db, name, operation, error).catch((err: unknown) =>
      log.warn({ err, rule: name, operation }, 'a failure of the shipping rule could not be stored'),
    );
  });
}
