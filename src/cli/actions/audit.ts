import type { Selectable } from 'kysely';
import type { AuditEventTable } from '#api/database/schema/audit.ts';
import { listAudit } from '#api/services/audit.ts';
import { formatTable } from '#cli/output/format-table.ts';
import { formatIndianTime } from '#cli/output/indian-time.ts';
import { dim, type OutputOptions, print } from '#cli/output/print.ts';
import { withStore } from '#cli/store/open-store.ts';

interface AuditFlags extends OutputOptions {
  since?: string;
  action?: string;
  limit: number;
}

const columns = ['when', 'who', 'action', 'about', 'network', 'details'] as const;

/** Parses the event's details for printing. */
const toPrintable = ({ detail, ...event }: Selectable<AuditEventTable>) => ({
  ...event,
  detail: JSON.parse(detail) as Record<string, string | number | boolean>,
});

type PrintableEvent = ReturnType<typeof toPrintable>;

function describe(events: readonly PrintableEvent[]): string {
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

export async function listAuditEvents({ since, action, limit, ...flags }: AuditFlags): Promise<void> {
  const events = await withStore((db) => listAudit(db, { limit, since, action }));
  print(events.map(toPrintable), flags, describe);
}
