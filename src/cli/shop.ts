import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { readDatabaseUrl } from '#api/configuration.ts';
import { removeLeftovers } from '#api/database/leftovers.ts';
import { type Db, databaseFile, openDatabase } from '#api/database/open.ts';
import { reasonOf } from '#api/database/unavailable.ts';
import { finishInterruptedImport } from '#api/services/import/run/finish.ts';
import { commandPace } from '#api/services/import/run/pace.ts';
import { CommandFailed } from './failure.ts';
import { withLockHolder } from './process/long-command.ts';
import { Progress } from './progress.ts';

/** The folder the shop lives in: DATA_DIR, else ./data. */
export const dataFolder = (): string => process.env['DATA_DIR'] || './data';

/** The PostgreSQL database that the shop lives in, where DATABASE_URL names one. Throws `CommandFailed` when that cannot be. */
export function databaseUrl(): string | undefined {
  const problems: string[] = [];
  const url = readDatabaseUrl(process.env, problems);
  if (problems.length > 0) throw new CommandFailed(problems.join('\n'));
  return url;
}

/** Throws `CommandFailed` on a shop in PostgreSQL, where `tool` does what the command does for SQLite. */
export function refuseOnPostgres(tool: string): void {
  if (databaseUrl()) throw new CommandFailed(`This shop lives in PostgreSQL (DATABASE_URL is set); use ${tool}`);
}

/** What there is to say where no shop is, and what to do. */
export const noShop = (dataDir: string) => ({
  finding: `There is no shop in ${resolve(dataDir)}`,
  mend: 'Set DATA_DIR to its folder, or make one: npm run store -- import products.csv, or npm run store -- demo',
});

/** Throws `CommandFailed` where the data folder holds no SQLite shop: a mistyped DATA_DIR must not look like a shop without orders. */
export function refuseWithoutShop(dataDir: string): void {
  if (existsSync(databaseFile(dataDir))) return;
  const { finding, mend } = noShop(dataDir);
  throw new CommandFailed(`${finding}. ${mend}`);
}

/** Finishes an import that was interrupted. A failure is told and keeps no other command from its work. */
async function finishImport(db: Db): Promise<void> {
  const progress = new Progress();
  try {
    const onProgress = (done: number, total: number) => progress.update('products', done, total);
    const run = await finishInterruptedImport(db, { pace: commandPace, onProgress });
    progress.end();
    if (run) process.stderr.write(`${run.state === 'applying' ? 'Finished' : 'Undid'} the import that was interrupted.\n`);
  } catch (error) {
    progress.end();
    process.stderr.write(`The import that was interrupted could not be finished: ${reasonOf(error)}. Run it again.\n`);
  }
}

/** Opens the shop's database, made when missing, for one piece of work and closes it again, whatever happens. */
export async function withShopOrNew<Result>(work: (db: Db, dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = dataFolder();
  removeLeftovers(dataDir);
  const db = await openDatabase(dataDir, databaseUrl());
  try {
    await finishImport(db);
    return await work(db, dataDir);
  } catch (error) {
    throw withLockHolder(error, dataDir);
  } finally {
    await db.destroy();
  }
}

/** As `withShopOrNew`, but only for a shop that is there already. Throws `CommandFailed` where none is. */
export async function withShop<Result>(work: (db: Db, dataDir: string) => Promise<Result>): Promise<Result> {
  if (!databaseUrl()) refuseWithoutShop(dataFolder());
  return withShopOrNew(work);
}
