import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { makeDataFolder } from './folder.ts';
import { migrations } from './migrations/index.ts';
import { databaseFile, openDatabase, write } from './open.ts';
import { replaceContents, shopFileProblem, snapshot } from './sqlite/backup.ts';

/** The file cannot become the shop; the message says why. */
export class RestoreRefused extends Error {}

/** How far the revision is carried beyond what it was: pages kept by a running server are stale, whatever it counts meanwhile. */
const REVISIONS_AHEAD = 1000;

/** The greater of the two revisions that a database has seen; 0 where there is none. */
async function latestRevision(dataDir: string): Promise<number> {
  if (!existsSync(databaseFile(dataDir))) return 0;
  const db = await openDatabase(dataDir);
  try {
    const row = await db.selectFrom('catalogue_revision').select(['revision', 'words_revision']).executeTakeFirstOrThrow();
    return Math.max(row.revision, row.words_revision);
  } finally {
    await db.destroy();
  }
}

/** Brings the tables of the database in `folder` up to date and its revisions beyond `revision`. */
async function makeReady(folder: string, revision: number): Promise<void> {
  const next = Math.max(revision, await latestRevision(folder)) + REVISIONS_AHEAD;
  const db = await openDatabase(folder);
  try {
    await write(db, (tx) => tx.updateTable('catalogue_revision').set({ revision: next, words_revision: next }).execute());
    await sql`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db);
  } finally {
    await db.destroy();
  }
}

/** Keeps the shop as it is now beside the database; undefined when there is none yet. */
function keepPresent(dataDir: string): string | undefined {
  const shop = databaseFile(dataDir);
  if (!existsSync(shop)) return undefined;
  const kept = resolve(`${shop}.before-${new Date().toISOString().replaceAll(':', '-')}`);
  snapshot(shop, kept);
  return kept;
}

/**
 * Makes the SQLite shop in `dataDir` what the backup in `file` holds, while it may be open. Returns the file that keeps what it was until
 * now, if it was anything. Throws `RestoreRefused`, nothing being changed, when `file` is no whole shop that this version can read.
 */
export async function restoreShop(file: string, dataDir: string): Promise<string | undefined> {
  const problem = shopFileProblem(file, Object.keys(migrations));
  if (problem) throw new RestoreRefused(`"${file}" cannot be restored: ${problem}`);
  makeDataFolder(dataDir);
  const folder = mkdtempSync(join(dataDir, 'restore-'));
  try {
    copyFileSync(file, databaseFile(folder));
    await makeReady(folder, await latestRevision(dataDir));
    const kept = keepPresent(dataDir);
    await replaceContents(databaseFile(folder), databaseFile(dataDir));
    return kept;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
