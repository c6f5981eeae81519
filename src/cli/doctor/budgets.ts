import type { Db } from '#api/database/schema/engine.ts';
import { type BudgetUsage, readBudgets, toUsageRatio } from '#api/services/limits/message-budget.ts';
import { formatIndianTime } from '#cli/output/order.ts';
import { formatNumber } from '#cli/output/print.ts';
import type { Finding } from './checks.ts';

/** Share of a message budget from which on the owner is warned. */
const MUCH = 0.5;

const words = { sms: 'text messages', mail: 'mails' } as const;

function describe({ kind, window, used, limit, endsAt }: BudgetUsage): string {
  return `${formatNumber(used)} of ${formatNumber(limit ?? 0)} ${words[kind]} of this ${window} are used; it ends ${formatIndianTime(new Date(endsAt).toISOString())}`;
}

/** Checks whether texts or mails come near the budget, because of many sales or of abuse. */
export async function checkMessageBudgets(db: Db): Promise<Finding[]> {
  const check = 'messages';
  const high = (await readBudgets(db)).filter((use) => toUsageRatio(use) >= MUCH);
  if (high.length === 0) return [{ check, state: 'good', finding: 'Texts and mails are well within their budgets' }];
  return high.map((use) => ({
    check,
    state: use.limit !== null && use.used >= use.limit ? 'bad' : 'note',
    finding: describe(use),
    fix: `If these are your customers, raise it: store limits set ${use.kind}_per_${use.window}=${(use.limit ?? 0) * 2 || 100}`,
  }));
}
