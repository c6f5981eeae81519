import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLockTimeout } from '#api/database/errors/lock-timeout.ts';
import { ensureDataFolder } from '#api/database/files/data-folder.ts';
import { isProcessAlive } from '#api/database/files/process-alive.ts';
import { CommandFailed } from './errors.ts';

/** `command-<process id>` in the data folder holds the name of a command that keeps others from writing for long. */
const mark = /^command-(\d+)$/;

/** Does the work of a command that others may have to wait for, so that they can say which one it is. */
export async function withPidFile<Result>(dataDir: string, command: string, work: () => Promise<Result>): Promise<Result> {
  ensureDataFolder(dataDir);
  const file = join(dataDir, `command-${process.pid}`);
  writeFileSync(file, command, { mode: 0o600 });
  try {
    return await work();
  } finally {
    rmSync(file, { force: true });
  }
}

/** The running command that others wait for, with its process id; undefined when none is known. */
function longCommand(dataDir: string): string | undefined {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(mark.exec(name)?.[1]);
    if (pid && pid !== process.pid && isProcessAlive(pid))
      return `"${readFileSync(join(dataDir, name), 'utf8')}" (process ${pid})`;
  }
  return undefined;
}

/** An error as the owner is told it: one about a lock names the command that holds it, where that is known. */
export function explainLockTimeout(error: unknown, dataDir: string): unknown {
  if (!isLockTimeout(error)) return error;
  const holder = longCommand(dataDir);
  const who = holder ? `The command ${holder} is` : 'Another program is';
  return new CommandFailed(`${who} writing to the database. Try again when it has finished.`);
}
