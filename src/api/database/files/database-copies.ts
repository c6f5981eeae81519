import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Copies of a database from before an upgrade or a restore that are kept. Each is as large as the database. */
export const MAX_DATABASE_COPIES = 3;

/** The file name of a copy of a database that something is about to replace or change. */
export const nameCopy = (file: string, reason: 'before' | 'before-upgrade' | 'damaged'): string =>
  `${file}.${reason}-${new Date().toISOString().replaceAll(':', '-')}`;

/** Deletes all but the newest copies from before upgrades and restores. Copies of damaged databases stay. */
export function pruneDatabaseCopies(file: string): void {
  const folder = dirname(file);
  const copies = readdirSync(folder)
    .filter((name) => name.startsWith(`${basename(file)}.before-`) && !name.endsWith('.part'))
    .map((name) => ({ path: join(folder, name), at: statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((one, other) => other.at - one.at);
  for (const { path } of copies.slice(MAX_DATABASE_COPIES)) rmSync(path, { force: true });
}
