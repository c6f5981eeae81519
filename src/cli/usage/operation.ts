import { Option } from 'commander';
import { AUDIT_RETENTION_DAYS, MESSAGE_TTL_DAYS } from '#api/services/retention.ts';
import { limitOption, parseSince, wholeNumber } from '#cli/arguments/numbers-and-dates.ts';
import type { StoreCommand } from './store-command.ts';

const outboxExamples = `
Examples:
  store outbox                     The newest messages, sent and waiting
  store outbox 12                  One message in full
  store outbox --state dead        Messages that could not be sent
  store outbox --retry             Retries them

Without a mail server (SMTP_URL) or an SMS provider (SMS_AUTH_KEY) messages stay here for ${MESSAGE_TTL_DAYS} days.`;

export function outboxCommand(program: StoreCommand): void {
  program
    .add('outbox', 'List mails and texts, sent and waiting, or show one', outboxExamples)
    .argument('[id]', 'number of one message', wholeNumber(1))
    .addOption(new Option('--state <state>', 'only messages in this state').choices(['waiting', 'sent', 'dead']))
    .addOption(limitOption())
    .option('--retry', 'retry messages that could not be sent')
    .runs(() => import('#cli/actions/outbox.ts'), 'showOutbox', 'print as JSON, with the content of messages');
}

const auditExamples = `
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

export function auditCommand(program: StoreCommand): void {
  program
    .add('audit', 'Show the audit log: who signed in, changed, copied or refunded what', auditExamples)
    .option('--since <time>', 'only events since then, such as 7d, 12h or 2026-11-20', parseSince)
    .option('--action <name>', 'only this action')
    .option('--verify', 'check that no event was altered or removed')
    .addOption(limitOption(10_000))
    .runs(() => import('#cli/actions/audit.ts'), 'listAuditEvents');
}

const doctorExamples = `
Exits with 0 if there is nothing to fix, otherwise with 1. It changes nothing and sends nothing; run it with the
same settings as the shop.`;

export function doctorCommand(program: StoreCommand): void {
  program
    .add('doctor', 'Check settings, database, pictures and mail, and show what to fix', doctorExamples)
    .runs(() => import('#cli/actions/doctor.ts'), 'diagnose');
}
