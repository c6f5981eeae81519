import type { Tx } from '#api/database/schema/engine.ts';
import { DEAD_MESSAGE_RETENTION_DAYS, SENT_MESSAGE_RETENTION_DAYS } from '#api/services/retention.ts';
import { DAY_MS, isoAgo, isoNow } from '#lib/rules/durations.ts';
import type { Sendable } from './message-transport.ts';
import { redactedBody } from './outbox.ts';
import { OTP_TEMPLATE } from './text-kinds.ts';

/** Deletes expired messages that no provider could have sent: of a kind without one, or of a text without a template. */
async function deleteUnsendable(tx: Tx, providers: readonly Sendable[]): Promise<void> {
  await tx
    .deleteFrom('outbox')
    .where('state', '=', 'waiting')
    .where('expires_at', '<=', isoNow())
    .where(({ not, or, and, eb }) =>
      not(
        or(
          providers.map(({ kind, subjects }) =>
            and([eb('kind', '=', kind), ...(subjects ? [eb('subject', 'in', subjects)] : [])]),
          ),
        ),
      ),
    )
    .execute();
}

/** Marks expired messages as dead, redacts dead one-time codes, and deletes unsendable messages and those past their retention. */
export async function purgeOutbox(tx: Tx, providers: readonly Sendable[]): Promise<void> {
  const now = isoNow();
  await deleteUnsendable(tx, providers);
  const expired = { state: 'dead', last_error: 'Expired before it could be sent' } as const;
  await tx.updateTable('outbox').set(expired).where('state', '=', 'waiting').where('expires_at', '<=', now).execute();
  await tx.updateTable('outbox').set(redactedBody).where('state', '=', 'dead').where('subject', '=', OTP_TEMPLATE).execute();
  await tx
    .deleteFrom('outbox')
    .where('state', '=', 'sent')
    .where('created_at', '<', isoAgo(SENT_MESSAGE_RETENTION_DAYS * DAY_MS))
    .execute();
  await tx
    .deleteFrom('outbox')
    .where('state', '=', 'dead')
    .where('created_at', '<', isoAgo(DEAD_MESSAGE_RETENTION_DAYS * DAY_MS))
    .execute();
}
