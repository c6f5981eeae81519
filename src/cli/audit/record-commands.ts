import type { Command } from 'commander';
import { type CommandEvent, toCommandEvents } from './events-of-commands.ts';

/**
 * Commands recorded before they begin: a move, so that the copy contains the event too; an export, because the reader of a pipe may
 * close it at any time.
 */
const recordedBefore: ReadonlySet<string> = new Set(['move', 'export']);

function nameOf(command: Command): string {
  const { parent } = command;
  return parent?.parent ? `${nameOf(parent)} ${command.name()}` : command.name();
}

/** Records events, if any; loads the audit log on demand. */
async function record(events: readonly CommandEvent[], outcome: string): Promise<void> {
  if (events.length === 0) return;
  const { recordEvents } = await import('./write-events.ts');
  await recordEvents(events, outcome);
}

/**
 * Records every command that changes or copies data, under the operating system's user name. Returns a function to call when the
 * command has ended, with whether it failed.
 */
export function addAuditHook(program: Command): (failed: boolean) => Promise<void> {
  let pending: readonly CommandEvent[] = [];
  program.hook('preAction', async (_, command) => {
    const name = nameOf(command);
    const events = toCommandEvents({ name, args: command.processedArgs, options: command.opts() });
    if (recordedBefore.has(name)) await record(events, 'started');
    else pending = events;
  });
  return (failed) => record(pending, failed ? 'failed' : 'done');
}
