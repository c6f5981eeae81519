import type { Selectable } from 'kysely';
import type { AuditEventTable } from '#api/database/schema/audit.ts';
import { listAudit } from '#api/services/audit.ts';
import { type ChainReport, verifyChain } from '#api/services/audit-trail/verify-chain.ts';
import { dim, formatIndianTime, formatTable, green, type OutputOptions, print } from '#cli/output/print.ts';
import { CommandFailed } from '#cli/process/command.ts';
import { withStore } from '#cli/store/open-store.ts';
import { formatNumber } from '#lib/rules/text.ts';

interface AuditFlags extends OutputOptions {
  since?: string;
  action?: string;
  limit: number;
  verify?: boolean;
}

const toPrintable = ({ detail, ...event }: Selectable<AuditEventTable>) => ({
  ...event,
  detail: JSON.parse(detail) as Record<string, string | number | boolean>,
});

type PrintableEvent = ReturnType<typeof toPrintable>;

function describe(events: readonly PrintableEvent[]): string {
  const cells = events.map(({ seq, at, actor, action, subject, network, detail }) => ({
    no: seq === null ? '' : String(seq),
    when: formatIndianTime(at),
    who: actor,
    action,
    about: subject,
    network: network ?? '',
    details: Object.entries(detail)
      .map(([name, value]) => `${name}: ${value}`)
      .join(', '),
  }));
  return formatTable(cells, [], dim('No events.'));
}

function describeReport({ events, unchained }: ChainReport): string {
  const older = unchained > 0 ? [dim(`${formatNumber(unchained)} older events are not chained and were not checked.`)] : [];
  return [green(`${formatNumber(events)} events checked: none has been altered or removed.`), ...older].join('\n');
}

/** Verifies the chain of events. Throws `CommandFailed` with the first that was altered or removed. */
async function verifyAudit(flags: OutputOptions): Promise<void> {
  const report = await withStore(verifyChain);
  if (report.broken) {
    const { seq, problem } = report.broken;
    throw new CommandFailed(
      `Event ${seq} of the audit log has been ${problem}. Compare it with a backup, or with the copy in AUDIT_FILE or AUDIT_SYSLOG.`,
    );
  }
  print(report, flags, describeReport);
}

export async function listAuditEvents({ since, action, limit, verify, ...flags }: AuditFlags): Promise<void> {
  if (verify) return verifyAudit(flags);
  const events = await withStore((db) => listAudit(db, { limit, since, action }));
  print(events.map(toPrintable), flags, describe);
}
