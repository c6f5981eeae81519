import type { Db } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { recordAudit } from '#api/services/audit.ts';
import { commandContext } from '#cli/process/command.ts';
import { userName } from '#cli/process/denied.ts';
import { withStore } from '#cli/store/open-store.ts';
import type { CommandEvent } from './events-of-commands.ts';

/** Writes events to the audit log. Best effort: skipped when there is no store or it cannot be opened. */
export async function recordEvents(events: readonly CommandEvent[], outcome: string): Promise<void> {
  const actor = `owner:${userName()}`;
  const work = (db: Db) =>
    write(db, async (tx) => {
      for (const event of events) await recordAudit(tx, { actor, ...event, detail: { ...event.detail, outcome } });
    });
  await withStore(work).catch((error: unknown) => {
    const { env, stderr } = commandContext();
    if (env['DEBUG']) stderr.write(`The audit log could not be written: ${String(error)}\n`);
  });
}
