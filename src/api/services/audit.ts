import type { Selectable } from 'kysely';
import type { AuditEventTable } from '#api/database/schema/audit.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { DAY_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';
import { AUDIT_RETENTION_DAYS } from './retention.ts';
import { toNetwork } from './shorten-ip-address.ts';

/** The longest text in an event, in characters. */
const MAX_TEXT_LENGTH = 200;

/** Actions of customers and the store. An owner's command is recorded under its name, such as `theme set`. */
type AuditAction =
  | 'sign-in'
  | 'sign-out'
  | 'lockout'
  | 'password-change'
  | 'password-reset'
  | 'session-end'
  | 'session-end-all'
  | 'email-verify'
  | 'account-link';

export interface AuditEvent {
  /** `customer:12`, `owner:asha` or `system`. */
  actor: string;
  /** An `AuditAction`, or the name of an owner's command. */
  action: AuditAction | (string & {});
  /** The object of the action, such as `customer:12`. */
  subject?: string;
  /** Only its network is stored. */
  ipAddress?: string | undefined;
  /** Short details; never a secret, a name or an email address. */
  detail?: Record<string, string | number | boolean | undefined>;
}

/** A customer's name in the audit log. */
export const customerActor = (customerId: number): string => `customer:${customerId}`;

/** Truncates text to one line and strips control characters, which a terminal would interpret. */
const sanitise = (text: string): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT_LENGTH);

/** Records an event in the caller's transaction, so that event and action are committed together or not at all. */
export async function recordAudit(
  db: Db | Tx,
  { actor, action, subject = '', ipAddress, detail = {} }: AuditEvent,
): Promise<void> {
  const details = Object.entries(detail)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? sanitise(value) : value]);
  await db
    .insertInto('audit_event')
    .values({
      at: isoNow(),
      actor: sanitise(actor),
      action: sanitise(action),
      subject: sanitise(subject),
      network: toNetwork(ipAddress) ?? null,
      detail: JSON.stringify(Object.fromEntries(details)),
    })
    .execute();
}

export interface AuditQuery {
  /** The most events to return. */
  limit: number;
  /** Only events at or after this time (ISO 8601). */
  since?: string | undefined;
  action?: string | undefined;
}

/** Events that match the query, newest first. */
export function listAudit(db: Db, { limit, since, action }: AuditQuery): Promise<Selectable<AuditEventTable>[]> {
  let query = db.selectFrom('audit_event').selectAll().orderBy('id', 'desc').limit(limit);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (action !== undefined) query = query.where('action', '=', action);
  return query.execute();
}

/** Deletes events older than `AUDIT_RETENTION_DAYS`. */
export async function purgeAudit(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('audit_event')
    .where('at', '<', isoAgo(AUDIT_RETENTION_DAYS * DAY_MS))
    .execute();
}
