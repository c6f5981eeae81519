import type { Db } from '#api/database/schema/engine.ts';
import { countPurges } from '#api/services/cdn-purge-claims-and-retries.ts';
import { RENDER, readFailures, SHIPPING_OPERATIONS } from '#api/services/extensions/failures.ts';
import { readFailedJobs } from '#api/services/extensions/jobs.ts';
import { formatCount, formatIndianTime } from '#api/services/format-texts.ts';
import { type BudgetUsage, readBudgets, toUsageRatio } from '#api/services/limits/message-budget.ts';
import { countDeliveries } from '#api/services/webhooks/deliveries.ts';
import { DAY_MS } from '#lib/rules/durations.ts';
import { formatNumber } from '#lib/rules/text.ts';
import type { Finding } from './finding.ts';

/** Usage ratio of a message budget from which the owner is warned. */
const HIGH_USAGE = 0.5;

const MIN_SUGGESTED_LIMIT = 100;

const kindNames = { sms: 'text messages', mail: 'mails' } as const;

function describe({ kind, window, used, limit, endsAt }: BudgetUsage): string {
  return `${formatNumber(used)} of ${formatNumber(limit)} ${kindNames[kind]} for this ${window} are used; it ends at ${formatIndianTime(new Date(endsAt).toISOString())}`;
}

/** Checks whether texts or mails are close to their budgets, because of many sales or abuse. */
export async function checkMessageBudgets(db: Db): Promise<Finding[]> {
  const check = 'messages';
  const high = (await readBudgets(db)).filter((usage) => toUsageRatio(usage) >= HIGH_USAGE);
  if (high.length === 0) return [{ check, state: 'good', finding: 'Texts and mails are well within their budgets' }];
  return high.map((usage) => ({
    check,
    state: usage.used >= usage.limit ? 'bad' : 'note',
    finding: describe(usage),
    fix: `If these are your customers, raise it: store limits set ${usage.kind}_per_${usage.window}=${usage.limit * 2 || MIN_SUGGESTED_LIMIT}`,
  }));
}

/** Names the jobs of `shop.config.ts` whose last run failed, in the last day. */
export async function checkJobs(db: Db): Promise<Finding[]> {
  const failed = await readFailedJobs(db, DAY_MS);
  return failed.map(({ name, failed_at, last_error }) => ({
    check: 'jobs',
    state: 'note',
    finding: `The job ${name} of shop.config.ts failed at ${formatIndianTime(failed_at as string)}: ${last_error}`,
    fix: 'The log has its errors; it runs again at its time',
  }));
}

/** Names webhooks, and functions of `shop.config.ts`, to which events could not be delivered, or not yet. */
export async function checkWebhooks(db: Db): Promise<Finding[]> {
  return (await countDeliveries(db)).flatMap(({ webhook, name, handler, state, count, failing }): Finding[] => {
    const target = handler ? name : `${name} (webhook ${webhook})`;
    const list = `store webhooks deliveries --webhook ${webhook} --state ${state}`;
    if (state === 'failed')
      return [
        {
          check: 'webhooks',
          state: 'note',
          finding: `${formatCount(count, 'event')} could not be delivered to ${target}`,
          fix: `See why: ${list}; then: store webhooks resend NUMBER`,
        },
      ];
    if (state !== 'waiting' || failing === 0) return [];
    const finding = `${formatCount(failing, 'event')} could not be delivered to ${target} yet, and will be tried again`;
    return [{ check: 'webhooks', state: 'note', finding, fix: `See why: ${list}` }];
  });
}

export interface CdnInFront {
  ttlSeconds: number;
  purge?: object | undefined;
}

/** Failed attempts from which the owner is warned; the third comes after seven seconds. */
const MANY_ATTEMPTS = 3;

/** Checks whether a CDN in front is told what changes, and carries it out. */
export async function checkPurges(db: Db, { cdn }: { cdn?: CdnInFront | undefined }): Promise<Finding[]> {
  if (!cdn) return [];
  const check = 'CDN';
  if (!cdn.purge) {
    const finding = `A change shows after up to ${formatCount(cdn.ttlSeconds, 'second')}, because the CDN is not told of it`;
    return [{ check, state: 'note', finding, fix: 'Set CDN_PURGE_URL' }];
  }
  const { waiting, attempts } = await countPurges(db);
  if (attempts < MANY_ATTEMPTS) return [{ check, state: 'good', finding: 'The CDN is told what changes' }];
  const finding = `${formatCount(waiting, 'change')} could not be told to the CDN yet`;
  return [{ check, state: 'bad', finding, fix: 'See the log of the server for what CDN_PURGE_URL answers' }];
}

/** Names the calls of the payment provider, the shipping rule and the components of `shop.config.ts`, that failed in the last day. */
export async function checkExtensionFailures(db: Db): Promise<Finding[]> {
  const failures = await readFailures(db, DAY_MS);
  return failures.map(({ name, operation, failures: count, first_at, last_at, last_error }): Finding => {
    const times = `${formatCount(count, 'time')} since ${formatIndianTime(first_at)}, last at ${formatIndianTime(last_at)}: ${last_error}`;
    if (operation === RENDER)
      return {
        check: 'pages',
        state: 'note',
        finding: `The ${name} of shop.config.ts was left out of pages ${times}`,
        fix: 'Mend the component; the log has each failure',
      };
    if (SHIPPING_OPERATIONS.some((name) => name === operation))
      return {
        check: 'shipping',
        state: 'note',
        finding: `The shipping rule ${name} failed to ${operation} ${times}`,
        fix: 'Meanwhile the shop charges by its own zones, or its own charge. Check the settings of the rule; the log has each failure',
      };
    return {
      check: 'payments',
      state: 'note',
      finding: `${name} failed in ${operation} ${times}`,
      fix: 'Orders wait meanwhile. Check the provider’s keys and status page; the log has each failure',
    };
  });
}
