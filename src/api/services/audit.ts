import type { Selectable } from 'kysely';
import type { Db, Tx } from '#api/database/open.ts';
import type { AuditEventTable } from '#api/database/schema/auth.ts';
import { toNetwork } from './ip-network.ts';

/** How long an event is kept, in milliseconds: 400 days. */
const KEEP_MS = 400 * 24 * 60 * 60_000;

/** The longest text in an event, in characters. */
const MAX_VALUE = 200;

/** What the store records by itself. The owner's commands are recorded under their own names, such as `theme set`. */
export type AuditAction =
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
  /** Who did it: `customer:12`, `owner:asha` or `system`. */
  actor: string;
  /** An `AuditAction`, or an owner's command. */
  action: AuditAction | (string & {});
  /** What it was done to; left out where the action says it all. */
  subject?: string;
  /** The visitor's address, of which only the network is kept. */
  ipAddress?: string | undefined;
  /** Short facts; never a secret, a name or an e-mail address. */
  detail?: Record<string, string | number | boolean | undefined>;
}

/** A customer as the log names one. */
export const customerActor = (customerId: number): string => `customer:${customerId}`;

/** Short, on one line, and without what a terminal would obey. */
const short = (text: string): string =>
  text
    .replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, MAX_VALUE);

/** Records an event as part of the caller's transaction: it is in the log if, and only if, what it tells of is committed. */
export async function recordAudit(
  db: Db | Tx,
  { actor, action, subject = '', ipAddress: address, detail = {} }: AuditEvent,
): Promise<void> {
  const facts = Object.entries(detail).filter(([, value]) => value !== undefined);
  const kept = facts.map(([name, value]) => [name, typeof value === 'string' ? short(value) : value]);
  await db
    .insertInto('audit_event')
    .values({
      at: new Date().toISOString(),
      actor: short(actor),
      action: short(action),
      subject: short(subject),
      network: toNetwork(address) ?? null,
      detail: JSON.stringify(Object.fromEntries(kept)),
    })
    .execute();
}

export interface AuditQuery {
  /** At most so many events. */
  limit: number;
  /** Only events from this moment on (ISO 8601). */
  since?: string | undefined;
  action?: string | undefined;
}

/** The newest events first. */
export function listAudit(db: Db, { limit, since, action }: AuditQuery): Promise<Selectable<AuditEventTable>[]> {
  let query = db.selectFrom('audit_event').selectAll().orderBy('id', 'desc').limit(limit);
  if (since !== undefined) query = query.where('at', '>=', since);
  if (action !== undefined) query = query.where('action', '=', action);
  return query.execute();
}

/** Deletes events that have been kept for long enough. */
export async function purgeAudit(tx: Tx): Promise<void> {
  await tx
    .deleteFrom('audit_event')
    .where('at', '<', new Date(Date.now() - KEEP_MS).toISOString())
    .execute();
}
