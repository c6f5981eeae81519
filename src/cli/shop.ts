import { type Db, openDatabase } from '#api/database/open.ts';
import { CommandFailed } from './failure.ts';

/** The folder the shop lives in: DATA_DIR, else ./data. */
export const dataFolder = (): string => process.env['DATA_DIR'] || './data';

/** The PostgreSQL database that the shop lives in, where DATABASE_URL names one. */
export const databaseUrl = (): string | undefined => process.env['DATABASE_URL'] || undefined;

/** Throws `CommandFailed` on a shop in PostgreSQL, where `tool` does what the command does for SQLite. */
export function refuseOnPostgres(tool: string): void {
  if (databaseUrl()) throw new CommandFailed(`This shop lives in PostgreSQL (DATABASE_URL is set); use ${tool}`);
}

/** Opens the shop's database for one piece of work and closes it again, whatever happens. */
export async function withShop<Result>(work: (db: Db, dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = dataFolder();
  const db = await openDatabase(dataDir, databaseUrl());
  try {
    return await work(db, dataDir);
  } finally {
    await db.destroy();
  }
}
