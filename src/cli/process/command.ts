import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable, Writable } from 'node:stream';

export interface CommandContext {
  env: NodeJS.ProcessEnv;
  /** Input for prompts; commands do not prompt when it is absent or not a TTY. */
  stdin?: Readable & { isTTY?: boolean };
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
  /** Whether the process ends with the command, so that it may change process-wide settings. */
  ownsProcess: boolean;
  exitCode: number;
}

const running = new AsyncLocalStorage<CommandContext>();

/** The context of the running command. Throws outside of one. */
export function commandContext(): CommandContext {
  const context = running.getStore();
  if (!context) throw new Error('No command is running');
  return context;
}

/** Runs a command in its own context; several commands may run in one process. */
export const runInContext = <Result>(context: CommandContext, work: () => Promise<Result>): Promise<Result> =>
  running.run(context, work);

/** The data folder: DATA_DIR, else ./data. */
export const resolveDataDir = (): string => commandContext().env['DATA_DIR'] || './data';

/** A command that was refused or failed for a reason its owner can fix; only the message is printed. Exit code 1. */
export class CommandFailed extends Error {}

/** A command called with wrong arguments. Exit code 2. */
export class UsageError extends Error {}
