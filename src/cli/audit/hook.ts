import type { Command } from 'commander';
import { type CommandEvent, toCommandEvents } from './events.ts';

/** Recorded before they begin: a move so that its copy has the event too, an export since whoever reads it may end it at any time. */
const recordedBefore: ReadonlySet<string> = new Set(['move', 'export']);

/** A command's name below the program, such as `theme set`. */
function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name();
}

/** Records events, if any; most commands that have none need not load the audit log. */
async function record(events: readonly CommandEvent[], outcome: string): Promise<void> {
  if (events.length === 0) return;
  const { recordEvents } = await import('./record.ts');
  await recordEvents(events, outcome);
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
