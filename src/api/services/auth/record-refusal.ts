import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { type AuditEvent, recordAudit } from '#api/services/audit.ts';
import { countAttempt, peekRateLimit } from '#api/services/limits/enforce-rate-limits.ts';

/** Counts all refusals of a kind together. */
const WHOLE_STORE = 'store';

/**
 * Records a refused sign-in or call. Each IP address and the whole store have a limit an hour for each kind, so that an attack fills neither
 * the log nor the disk; above it, this only reads. A failure to record does not change the reply.
 */
export async function recordRefusal(
  db: Db,
  action: 'failedSignIn' | 'refusedAccess',
  event: Pick<AuditEvent, 'subject' | 'ipAddress' | 'detail'>,
): Promise<void> {
  const subject = { address: event.ipAddress, account: WHOLE_STORE };
  try {
    if (await peekRateLimit(db, action, subject)) return;
    await write(db, async (tx) => {
      if (await countAttempt(tx, action, subject)) return;
      await recordAudit(tx, {
        actor: 'visitor',
        action: action === 'failedSignIn' ? 'sign-in-failed' : 'access-refused',
        ...event,
      });
    });
  } catch {
    // Readiness, log and metrics report a database that cannot be written.
  }
}
