import { chmodSync, closeSync, openSync, statSync } from 'node:fs';

/** Only the owner may read and write: what a shop's files hold is personal. */
const PRIVATE = 0o600;
const OTHERS = 0o077;

/**
 * Takes a file, and the ones that SQLite keeps beside it, away from everybody but its owner. Missing files and files of another user are
 * left alone.
 */
export function restrictToOwner(file: string): void {
  for (const path of [file, `${file}-wal`, `${file}-shm`]) {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found?.isFile() || (found.mode & OTHERS) === 0) continue;
    try {
      chmodSync(path, PRIVATE);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
    }
  }
}

/** Makes an empty file that only its owner may read, unless it is there. SQLite gives the files beside it the same mode. */
export function createOwnerOnlyFile(file: string): void {
  closeSync(openSync(file, 'a', PRIVATE));
}
