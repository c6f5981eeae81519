import { type Db, openDatabase } from '#api/database/open.ts';

/** The folder the shop lives in: DATA_DIR, else ./data. */
export const dataFolder = (): string => process.env['DATA_DIR'] || './data';

/** Opens the shop's database for one piece of work and closes it again, whatever happens. */
export async function withShop<Result>(work: (db: Db, dataDir: string) => Promise<Result>): Promise<Result> {
  const dataDir = dataFolder();
  const db = await openDatabase(dataDir);
  try {
    return await work(db, dataDir);
  } finally {
    await db.destroy();
  }
}
