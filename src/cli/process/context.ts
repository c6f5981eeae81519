import { AsyncLocalStorage } from 'node:async_hooks';
import type { Writable } from 'node:stream';

/** What a command reads and writes besides the store: the environment and the output streams. */
export interface CommandContext {
  env: NodeJS.ProcessEnv;
  stdout: Writable & { isTTY?: boolean };
  stderr: Writable & { isTTY?: boolean };
  /** Whether the process ends with the command, so that settings of the whole process may be changed for it. */
  ownsProcess: boolean;
  /** Becomes the exit code of a command that does not throw. */
  exitCode: number;
}

const running = new AsyncLocalStorage<CommandContext>();

/** The context of the running command. Throws outside of one. */
export function commandContext(): CommandContext {
  const context = running.getStore();
  if (!context) throw new Error('No command is running');
  return context;
}

/** Runs a command's work in its context, which several commands in one process do not share. */
export const runInContext = <Result>(context: CommandContext, work: () => Promise<Result>): Promise<Result> =>
  running.run(context, work);
