import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** Readable and writable by the owner only, because the database holds personal data. */
const OWNER_ONLY = 0o600;
const GROUP_AND_OTHERS = 0o077;

/**
 * Removes the permissions of group and others from a database file, its write-ahead log and shared memory. Skips missing files and files
 * of another user.
 */
export function restrictToOwner(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (!stats?.isFile() || (stats.mode & GROUP_AND_OTHERS) === 0) continue;
    try {
      chmodSync(path, OWNER_ONLY);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    }
  }
}

/** Creates an empty file with owner-only permissions unless it exists. SQLite gives its log and shared memory the same mode. */
export function createOwnerOnlyFile(file: string): void {
  closeSync(openSync(file, 'a', OWNER_ONLY));
}
