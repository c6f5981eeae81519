import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { reasonOf, StoreUnavailable } from '#api/database/errors/store-errors.ts';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { removeStaleFiles } from '#api/database/files/stale-files.ts';
import { isNewPostgres, openDatabase } from '#api/database/open-database.ts';
import type { Db, Tx } from '#api/database/schema/engine.ts';
import { write } from '#api/database/transaction.ts';
import { readAudit, readDatabaseUrl } from '#api/environment/configuration.ts';
import { readMedia } from '#api/environment/media.ts';
import { listDestinations } from '#api/services/audit-trail/destinations.ts';
import { forwardAudit } from '#api/services/audit-trail/forward-events.ts';
import { describeMissingStore, HOW_TO_CREATE } from '#api/services/health/missing-store.ts';
import { finishInterruptedImport } from '#api/services/import/interrupted-import.ts';
import { commandPacing } from '#api/services/import/run/adaptive-batches.ts';
import { openStoreFiles, type StoreFiles } from '#api/services/storage/open-store-files.ts';
import { ProgressBar } from '#cli/output/progress-bar.ts';
import { CommandFailed, commandContext, resolveDataDir } from '#cli/process/command.ts';
import { isDenied, userName } from '#cli/process/denied.ts';
import { explainLockTimeout } from '#cli/process/lock-holder.ts';

/** The PostgreSQL URL in DATABASE_URL, if any. Throws `CommandFailed` when it is malformed. */
export function resolveDatabaseUrl(): string | undefined {
  const problems: string[] = [];
  const url = readDatabaseUrl(commandContext().env, problems);
  if (problems.length > 0) throw new CommandFailed(problems.join('\n'));
  return url;
}

/** The problem and its fix when there is no shop in the PostgreSQL database. */
export const missingPostgresStore = {
  finding: 'There is no shop in the database that DATABASE_URL names',
  fix: `Set DATABASE_URL to its database, or ${HOW_TO_CREATE}`,
};

/** Throws `CommandFailed` on PostgreSQL, where `tool` replaces the command. */
export function requireSqlite(tool: string): void {
  if (resolveDatabaseUrl()) throw new CommandFailed(`This shop uses PostgreSQL (DATABASE_URL is set); use ${tool}`);
}

/** Whether the data folder has an SQLite database. Throws `StoreUnavailable` when the user of this process may not look. */
export function hasDatabaseFile(dataDir: string): boolean {
  try {
    return statSync(databaseFile(dataDir), { throwIfNoEntry: false }) !== undefined;
  } catch (error) {
    if (!isDenied(error)) throw error;
    throw new StoreUnavailable(
      `The user "${userName()}" cannot read ${resolve(dataDir)}`,
      'Run the command as the user of the shop: sudo -u USER npm run store -- …, or the command shop of docs/hosting.md',
    );
  }
}

/**
 * Throws `CommandFailed` when the data folder has no SQLite database: a mistyped DATA_DIR must not look like a shop without orders.
 */
export function requireStore(dataDir: string): void {
  if (hasDatabaseFile(dataDir)) return;
  const { finding, fix } = describeMissingStore(dataDir);
  throw new CommandFailed(`${finding}. ${fix}`);
}

/** Resumes an interrupted import. A failure is printed and does not stop the command. */
async function finishImport(db: Db): Promise<void> {
  const progress = new ProgressBar();
  const { stderr } = commandContext();
  try {
    const onProgress = (done: number, total: number) => progress.update('products', done, total);
    const run = await finishInterruptedImport(db, { pace: commandPacing, onProgress });
    progress.clear();
    if (run) stderr.write(`${run.state === 'applying' ? 'Finished' : 'Rolled back'} an interrupted import.\n`);
  } catch (error) {
    progress.clear();
    stderr.write(`An interrupted import could not be finished: ${reasonOf(error)}. Run it again.\n`);
  }
}

/** Opens the database, creating it when missing, runs `work` and always closes it. */
export async function withStoreOrCreate<Result>(work: (db: Db, dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = resolveDataDir();
  removeStaleFiles(dataDir);
  const say = (line: string) => void commandContext().stderr.write(`${line}\n`);
  const db = await openDatabase(dataDir, resolveDatabaseUrl(), { say });
  const stopForwarding = forwardAudit(db, listDestinations(readAudit(commandContext().env, [])), (error) =>
    say(`The audit log could not be copied: ${reasonOf(error)}. Check AUDIT_FILE and AUDIT_SYSLOG.`),
  );
  try {
    await finishImport(db);
    return await work(db, dataDir);
  } catch (error) {
    throw explainLockTimeout(error, dataDir);
  } finally {
    await stopForwarding();
    await db.destroy();
  }
}

/** Like `withStoreOrCreate`, for an existing shop only. Throws `CommandFailed` when there is none. */
export async function withStore<Result>(work: (db: Db, dataDir: string) => Promise<Result>): Promise<Result> {
  const databaseUrl = resolveDatabaseUrl();
  if (!databaseUrl) requireStore(resolveDataDir());
  else if (await isNewPostgres(databaseUrl))
    throw new CommandFailed(`${missingPostgresStore.finding}. ${missingPostgresStore.fix}`);
  return withStoreOrCreate(work);
}

/** Changes an existing shop in one transaction. Throws `CommandFailed` when there is none. */
export const changeStore = <Result>(work: (tx: Tx) => Promise<Result>): Promise<Result> => withStore((db) => write(db, work));

/** Opens the shop's storage as MEDIA_URL says. Throws `CommandFailed` when the setting is malformed. */
export async function openFiles(): Promise<StoreFiles> {
  const problems: string[] = [];
  const { s3 } = readMedia(commandContext().env, problems);
  if (problems.length > 0) throw new CommandFailed(problems.join('\n'));
  return openStoreFiles(resolveDataDir(), s3);
}
