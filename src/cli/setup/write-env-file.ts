import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isOutOfSpace } from '#api/database/errors/engine-errors.ts';
import { reasonOf } from '#api/database/errors/store-errors.ts';
import { CommandFailed } from '#cli/process/command.ts';

/** Readable by the owner only: the file holds passwords and keys. */
const OWNER_ONLY = 0o600;

/** Reads the env file; empty when there is none. Throws `CommandFailed`. */
export function readEnvFile(file: string): string {
  if (!existsSync(file)) return '';
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandFailed(
      `The settings in ${file} cannot be read (${reasonOf(error)}). Run setup as the user that runs the shop`,
    );
  }
}

/** Replaces the env file at once, for its owner only. Throws `CommandFailed`. */
export function writeEnvFile(file: string, text: string): void {
  const part = `${file}.${process.pid}.part`;
  try {
    writeFileSync(part, text, { mode: OWNER_ONLY, flag: 'wx' });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    if (isOutOfSpace(error)) throw error;
    const help = 'Run setup as a user that may write there, or name another file with ENV_FILE';
    throw new CommandFailed(`The settings cannot be written to ${file} (${reasonOf(error)}). ${help}`);
  }
}
