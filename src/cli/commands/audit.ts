import { type Command, InvalidArgumentError } from 'commander';
import type { Selectable } from 'kysely';
import type { AuditEventTable } from '#api/database/schema/auth.ts';
import { listAudit } from '#api/services/audit.ts';
import { formatIndianTime } from '#cli/output/order.ts';
import { dim, formatTable, type OutputOptions, print } from '#cli/output/print.ts';
import { withStore } from '#cli/store/open.ts';

interface AuditFlags extends OutputOptions {
  since?: string;
  action?: string;
  limit: number;
}

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

const columns = ['when', 'who', 'action', 'about', 'network', 'details'] as const;
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

/** An event as it is printed, its details as an object. */
const show = ({ detail, ...event }: Selectable<AuditEventTable>) => ({
  ...event,
  detail: JSON.parse(detail) as Record<string, string | number | boolean>,
});
type Shown = ReturnType<typeof show>;

function describe(events: readonly Shown[]): string {
  if (events.length === 0) return dim('No events.');
  const cells = events.map(({ at, actor, action, subject, network, detail }) => ({
    when: formatIndianTime(at),
    who: actor,
    action,
    about: subject,
    network: network ?? '',
    details: Object.entries(detail)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', '),
  }));
  return formatTable(cells, columns);
}

async function run({ since, action, limit, ...flags }: AuditFlags): Promise<void> {
  const events = await withStore((db) => listAudit(db, { limit, since, action }));
  print(events.map(show), flags, describe);
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
    .action(run);
}
