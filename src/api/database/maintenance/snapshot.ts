import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { LockTimeout } from '#api/database/errors/lock-timeout.ts';
import { createOwnerOnlyFile } from '#api/database/files/permissions.ts';
import { BUSY_TIMEOUT_MS, openSqliteFile } from '#api/database/sqlite/file.ts';

/** Pages copied at a time: all of them, so that the target is locked briefly. */
const ALL_PAGES = 2 ** 31 - 1;

/** Makes sure that a file is on disk and not only on its way there. */
function sync(file: string): void {
  const handle = openSync(file, 'r+');
  fsyncSync(handle);
  closeSync(handle);
}

/** Why a file is no whole shop; undefined when it is one. `migrations` are the names of those that this program knows. */
export function findBackupProblem(file: string, migrations: readonly string[]): string | undefined {
  let database: DatabaseSync | undefined;
  try {
    database = new DatabaseSync(file, { readOnly: true, timeout: BUSY_TIMEOUT_MS });
    const applied = database
      .prepare('SELECT name FROM kysely_migration')
      .all()
      .map(({ name }) => String(name));
    database.prepare('SELECT count(*) FROM product JOIN variant JOIN orders LIMIT 1');
    const unknown = applied.filter((name) => !migrations.includes(name));
    if (unknown.length > 0) return `it comes from a newer version of the store (${unknown.join(', ')})`;
    const [integrity] = database.prepare('PRAGMA integrity_check(1)').all();
    if (integrity?.['integrity_check'] !== 'ok') return `it is damaged (${integrity?.['integrity_check']})`;
    if (database.prepare('PRAGMA foreign_key_check').get()) return 'it is damaged (rows refer to others that are missing)';
    return undefined;
  } catch (error) {
    return `it is no shop's database (${error instanceof Error ? error.message : error})`;
  } finally {
    database?.close();
  }
}

/** Writes a snapshot of the database in `file` to `target`, while others go on reading and writing. `target` appears whole or not at all. */
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

/** How long the replacement waits for its turn to write, and the longest pause between two tries, in milliseconds. */
const REPLACE_WAIT_MS = 30_000;
const LONGEST_PAUSE_MS = 20;

/** SQLite's codes when another connection writes: node:sqlite says 0 ("not an error") when a backup meets one. */
const busyCodes: readonly unknown[] = [0, 5, 6];

/**
 * Puts the contents of `file` in place of those of the database in `target`, as one transaction there: who reads sees the old shop or the
 * new one, a crash leaves the old one, and a server that has it open goes on with the new one. Waits for other writers; throws
 * `LockTimeout` when they leave no gap.
 */
export async function replaceDatabaseContents(file: string, target: string): Promise<void> {
  // The target keeps its journal, which a new one has to be given first.
  if (!existsSync(target)) openSqliteFile(target).close();
  const source = new DatabaseSync(file, { readOnly: true });
  const begun = performance.now();
  try {
    for (;;) {
      try {
        await backup(source, target, { rate: ALL_PAGES });
        return;
      } catch (error) {
        if (!busyCodes.includes((error as { errcode?: unknown }).errcode)) throw error;
        if (performance.now() - begun > REPLACE_WAIT_MS) throw new LockTimeout();
        await sleep(Math.random() * LONGEST_PAUSE_MS);
      }
    }
  } finally {
    source.close();
  }
}
