import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { CommandFailed } from '#cli/process/command-errors.ts';

export const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Throws `CommandFailed` unless `path` is a file. */
export function requireFile(path: string): void {
  if (!isFile(path)) throw new CommandFailed(`There is no file "${path}"`);
}

/** Throws `CommandFailed` unless `path` is a folder. */
export function requireFolder(path: string): void {
  if (!isFolder(path)) throw new CommandFailed(`There is no folder "${path}"`);
}

/** Throws `CommandFailed` if `path` exists or its folder does not. */
export function requireNewFile(path: string): void {
  if (existsSync(path)) throw new CommandFailed(`"${path}" already exists; choose another file name`);
  if (!isFolder(dirname(path))) throw new CommandFailed(`There is no folder "${dirname(path)}" for "${path}"`);
}
