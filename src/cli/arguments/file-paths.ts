import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { CommandFailed, resolveDataDir } from '#cli/process/command.ts';
import { isDenied, userName } from '#cli/process/denied.ts';

type Use = 'file' | 'folder' | 'target';

/** Says where to put a file that the user of this process may not use: the data folder belongs to that user. */
function explainDenied(path: string, use: Use): CommandFailed {
  const user = userName();
  const dataDir = resolve(resolveDataDir());
  if (use === 'target')
    return new CommandFailed(`The user "${user}" cannot write to ${path}. Choose a folder of that user, such as ${dataDir}`);
  const copy = join(dataDir, basename(path));
  const command =
    use === 'file'
      ? `sudo install -o ${user} -m 600 ${path} ${copy}`
      : `sudo cp -r ${path} ${copy} && sudo chown -R ${user} ${copy}`;
  return new CommandFailed(
    `The user "${user}" cannot read ${path}. Put it where that user can, for example with "${command}", and name ${copy} instead`,
  );
}

/** Runs `work` on `path`; explains that the user of this process may not use it. */
function explaining<Result>(path: string, use: Use, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw isDenied(error) ? explainDenied(resolve(path), use) : error;
  }
}

/** Whether `path` is a file. Throws `CommandFailed` when it cannot be read. */
export const isFile = (path: string): boolean =>
  explaining(path, 'file', () => {
    if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return false;
    accessSync(path, constants.R_OK);
    return true;
  });

const isFolder = (path: string, use: Use, mode: number): boolean =>
  explaining(path, use, () => {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return false;
    accessSync(path, mode | constants.X_OK);
    return true;
  });

/** Throws `CommandFailed` unless `path` is a file that can be read. `ifFolder`: what to do when it is a folder. */
export function requireFile(path: string, ifFolder = 'name a file in it'): void {
  if (isFile(path)) return;
  const isThere = statSync(path, { throwIfNoEntry: false })?.isDirectory();
  throw new CommandFailed(isThere ? `"${path}" is a folder: ${ifFolder}` : `There is no file "${path}"`);
}

/** Throws `CommandFailed` unless `path` is a folder that can be read. */
export function requireFolder(path: string): void {
  if (!isFolder(path, 'folder', constants.R_OK)) throw new CommandFailed(`There is no folder "${path}"`);
}

/** Throws `CommandFailed` if `path` exists, or its folder does not or cannot be written to. */
export function requireNewFile(path: string): void {
  if (existsSync(path)) throw new CommandFailed(`"${path}" already exists; choose another file name`);
  if (!isFolder(dirname(path), 'target', constants.W_OK))
    throw new CommandFailed(`There is no folder "${dirname(path)}" for "${path}"`);
}
