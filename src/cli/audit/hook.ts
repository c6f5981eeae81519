import { userInfo } from 'node:os';
import type { Command } from 'commander';
import { type Db, write } from '#api/database/open.ts';
import { recordAudit } from '#api/services/audit.ts';
import { withStore } from '#cli/store/open.ts';
import { type CommandEvent, toCommandEvents } from './events.ts';

/** Recorded before they begin: a move so that its copy has the event too, an export since whoever reads it may end it at any time. */
const recordedBefore: ReadonlySet<string> = new Set(['move', 'export']);

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under an id that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`;
  }
}

/** A command's name below the program, such as `theme set`. */
function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name();
}

/** Writes to the audit log of the shop. What cannot be recorded, because there is no shop or it cannot be opened, is left out. */
async function record(records: readonly CommandEvent[], outcome: string): Promise<void> {
  if (records.length === 0) return;
  const actor = `owner:${userName()}`;
  const work = (db: Db) =>
    write(db, async (tx) => {
      for (const each of records) await recordAudit(tx, { actor, ...each, detail: { ...each.detail, outcome } });
    });
  await withStore(work).catch((error: unknown) => {
    if (process.env['DEBUG']) process.stderr.write(`The audit log could not be written: ${String(error)}\n`);
  });
}

/**
 * Records every command of a program that changes or copies anything, under the name of whoever is signed in to this machine. Returns what
 * is to be called when the command has ended, with whether it failed.
 */
export function addAuditHook(program: Command): (failed: boolean) => Promise<void> {
  let atEnd: readonly CommandEvent[] = [];
  program.hook('preAction', async (_, command) => {
    const name = nameOf(command);
    const records = toCommandEvents({ name, args: command.processedArgs, options: command.opts() });
    if (recordedBefore.has(name)) await record(records, 'started');
    else atEnd = records;
  });
  return (failed) => record(atEnd, failed ? 'failed' : 'done');
}
