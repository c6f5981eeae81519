import { type Command, InvalidArgumentError } from 'commander';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store audit
  store audit --since 7d                   The last seven days; 12h and 90m will do as well
  store audit --since 2026-11-20           From that day on
  store audit --action lockout --limit 200
  store audit --action "theme set" --json

The store records: sign-in, sign-out, lockout, password-change, password-reset, session-end, session-end-all, email-verify, account-link.
Your commands are recorded by their names, such as import, stock, coupon add, order status, order refund, theme set, backup and restore.
Events are kept for 400 days.`;

const MOST = 10_000;

const msOf = { m: 60_000, h: 60 * 60_000, d: 24 * 60 * 60_000 };

/** "7d", "12h", "90m" before now, or a day of the Indian calendar, as ISO 8601 in UTC. */
function readSince(text: string): string {
  const [, count, unit] = /^(\d{1,5})([mhd])$/.exec(text) ?? [];
  if (count && unit) return new Date(Date.now() - Number(count) * msOf[unit as keyof typeof msOf]).toISOString();
  const day = new Date(`${text}T00:00:00+05:30`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime()))
    throw new InvalidArgumentError('It must be a time such as 7d, 12h or 90m, or a day such as 2026-11-20.');
  return day.toISOString();
}

function readLimit(text: string): number {
  const limit = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(limit >= 1 && limit <= MOST)) throw new InvalidArgumentError(`It must be a whole number from 1 to ${MOST}.`);
  return limit;
}

/** `store audit`: who signed in, changed, copied or refunded what. */
export function auditCommand(program: Command): void {
  program
    .command('audit')
    .description('List who signed in, changed, copied or refunded what, newest first')
    .option('--since <time>', 'only from then on, such as 7d, 12h or 2026-11-20', readSince)
    .option('--action <name>', 'only this action')
    .option('--limit <n>', 'at most so many', readLimit, 50)
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/audit.ts')).listAuditEvents));
}
