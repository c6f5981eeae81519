import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isLockTimeout } from '#api/database/errors/engine-errors.ts';
import { ensureDataFolder } from '#api/database/files/data-folder.ts';
import { isProcessAlive } from '#api/database/files/process-alive.ts';
import { CommandFailed } from '#cli/process/command.ts';

/** Pid file `command-<pid>` in the data folder, with the name of a command that holds the write lock for long. */
const pidFileName = /^command-(\d+)$/;

/** Runs a long command with a pid file, so that other commands can name it when they time out. */
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

/** The running long command with its process id; undefined when unknown. */
function findLongCommand(dataDir: string): string | undefined {
  for (const name of readdirSync(dataDir)) {
    const pid = Number(pidFileName.exec(name)?.[1]);
    if (pid && pid !== process.pid && isProcessAlive(pid))
      return `"${readFileSync(join(dataDir, name), 'utf8')}" (process ${pid})`;
  }
  return undefined;
}

/** Adds the lock holder's name to a lock timeout, where known. */
export function explainLockTimeout(error: unknown, dataDir: string): unknown {
  if (!isLockTimeout(error)) return error;
  const holder = findLongCommand(dataDir);
  const writer = holder ? `The command ${holder}` : 'Another program';
  return new CommandFailed(`${writer} is writing to the database. Try again when it has finished.`);
}
