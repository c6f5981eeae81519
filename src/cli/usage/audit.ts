import type { Command } from 'commander';
import { AUDIT_RETENTION_DAYS } from '#api/services/retention.ts';
import { limitOption } from '#cli/arguments/limit-option.ts';
import { parseSince } from '#cli/arguments/numbers-and-dates.ts';
import { lazyAction } from '#cli/process/lazy-action.ts';

const examples = `
Examples:
  store audit
  store audit --since 7d                   The last seven days; 12h and 90m work as well
  store audit --since 2026-11-20           From that day on
  store audit --action lockout --limit 200
  store audit --action "theme set" --json
  store audit --verify                     Checks that no event was altered or removed

The store records: sign-in, sign-in-failed, access-refused, sign-out, lockout, password-change, password-reset, session-end, session-end-all, email-verify, account-link.
Your commands are recorded by their names, such as import, stock, coupon add, order status, order refund, theme set, backup and restore.
Events are kept for ${AUDIT_RETENTION_DAYS} days.`;

export function auditCommand(program: Command): void {
  program
    .command('audit')
    .description('Show the audit log: who signed in, changed, copied or refunded what')
    .option('--since <time>', 'only events since then, such as 7d, 12h or 2026-11-20', parseSince)
    .option('--action <name>', 'only this action')
    .option('--verify', 'check that no event was altered or removed')
    .addOption(limitOption(10_000))
    .option('--json', 'print as JSON')
    .addHelpText('after', examples)
    .action(lazyAction(async () => (await import('#cli/actions/audit.ts')).listAuditEvents));
}
