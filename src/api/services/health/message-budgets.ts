import type { Db } from '#api/database/schema/engine.ts';
import { type BudgetUsage, readBudgets, toUsageRatio } from '#api/services/limits/message-budget.ts';
import { formatIndianTime } from '#lib/rules/format/indian-time.ts';
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
