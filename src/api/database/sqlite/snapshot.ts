import { closeSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { createOwnerOnlyFile } from '#api/database/files/permissions.ts';
import { openSqliteFile } from './open-sqlite-file.ts';

function sync(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/** Writes a consistent snapshot of the database `file` to `target` while others read and write. `target` appears atomically. */
export function writeSnapshot(file: string, target: string): void {
  const part = `${target}.part`;
  rmSync(part, { force: true });
  createOwnerOnlyFile(part);
  const database = openSqliteFile(file);
  try {
    database.prepare('VACUUM INTO ?').run(part);
  } finally {
    database.close();
  }
  sync(part);
  renameSync(part, target);
}
