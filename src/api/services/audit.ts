import type { Selectable } from 'kysely';
import type { AuditEventTable } from '#api/database/schema/audit.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { afterCommit, beforeCommit, keepForWrite } from '#api/database/transaction-hooks.ts';
import { DAY_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';
import { forwardEvents } from './audit-trail/forward-events.ts';
import { appendToChain, lockChain, type NewAuditEvent } from './audit-trail/hash-chain.ts';
import { latestExpiry } from './clock-skew.ts';
import { AUDIT_RETENTION_DAYS } from './retention.ts';
import { toNetwork } from './shorten-ip-address.ts';

/** The longest text in an event, in characters. */
const MAX_TEXT_LENGTH = 200;

/** Actions of customers and the store. An owner's command is recorded under its name, such as `theme set`. */
type AuditAction =
  | 'sign-in'
  | 'sign-out'
  | 'sign-in-failed'
  | 'access-refused'
  | 'lockout'
  | 'password-change'
  | 'password-reset'
  | 'session-end'
  | 'session-end-all'
  | 'email-verify'
  | 'account-link'
  | 'cod-limit';

export interface AuditEvent {
  /** `customer:12`, `owner:asha`, `visitor` or `system`. */
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

/** Writes the events of a transaction at its end, because the end of the chain is locked until the commit, and then forwards them. */
async function writeEvents(tx: Tx, events: readonly NewAuditEvent[]): Promise<void> {
  const stored = await appendToChain(tx, events);
  afterCommit(tx, (db) => forwardEvents(db, stored));
}

/** Records an event in the caller's transaction, so that event and action are committed together or not at all. */
export async function recordAudit(tx: Tx, { actor, action, subject = '', ipAddress, detail = {} }: AuditEvent): Promise<void> {
  const details = Object.entries(detail)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, typeof value === 'string' ? sanitise(value) : value]);
  const events = keepForWrite<NewAuditEvent[]>(tx, 'audit', () => []);
  events.push({
    at: isoNow(),
    actor: sanitise(actor),
    action: sanitise(action),
    subject: sanitise(subject),
    network: toNetwork(ipAddress) ?? null,
    detail: JSON.stringify(Object.fromEntries(details)),
  });
  beforeCommit(tx, 'audit', () => writeEvents(tx, events));
}

export interface AuditQuery {
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

/**
 * Deletes the oldest events up to the first that is younger than `AUDIT_RETENTION_DAYS`, and begins the chain with the next one. A time in the
 * future, written while a clock was wrong, counts as old.
 */
export async function purgeAudit(tx: Tx): Promise<void> {
  await lockChain(tx);
  const kept = await tx
    .selectFrom('audit_event')
    .select(({ fn }) => fn.min('id').as('id'))
    .where('at', '>=', isoAgo(AUDIT_RETENTION_DAYS * DAY_MS))
    .where('at', '<=', latestExpiry(0))
    .executeTakeFirst();
  const firstKept = kept?.id ?? Number.MAX_SAFE_INTEGER;
  const last = await tx
    .selectFrom('audit_event')
    .select(['seq', 'chain'])
    .where('id', '<', firstKept)
    .where('seq', 'is not', null)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst();
  await tx.deleteFrom('audit_event').where('id', '<', firstKept).execute();
  if (!last?.seq) return;
  await tx
    .updateTable('audit_chain')
    .set({ base_seq: last.seq, base_hash: last.chain ?? '' })
    .execute();
}
