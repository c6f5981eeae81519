import { existsSync } from 'node:fs';
import { rm, statfs, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { StoreUnavailable } from '#api/database/errors/problem-and-fix.ts';
import { reasonOf } from '#api/database/errors/reason.ts';
import { databaseFile, mediaFolder } from '#api/database/files/data-folder.ts';
import { checkIntegrity } from '#api/database/maintenance/integrity.ts';
import { isNewPostgres, openDatabase } from '#api/database/open-database.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { Configuration } from '#api/environment/configuration.ts';
import { isEmptyStore } from '#api/services/store/is-empty.ts';
import { describeMissingStore, missingPostgresStore } from '#cli/store/open-store.ts';
import { formatNumber } from '#lib/rules/text/format-number.ts';
import type { Finding } from './finding.ts';

/** Free disk space below which the owner is warned, in bytes. */
const LOW_DISK_SPACE_BYTES = 500 * 1024 * 1024;

/** Reports a database without products and settings, which the server refuses in production. */
export async function checkContents(db: Db, dataDir: string): Promise<Finding[]> {
  if (!(await isEmptyStore(db))) return [];
  return [
    { check: 'contents', state: 'bad', finding: 'The database contains no shop yet', fix: describeMissingStore(dataDir).fix },
  ];
}

/** Checks that the data folder is writable. */
export async function checkDataDir(dataDir: string): Promise<Finding> {
  const check = 'data folder';
  if (!existsSync(dataDir)) {
    return { check, state: 'bad', finding: `There is no folder ${resolve(dataDir)}`, fix: describeMissingStore(dataDir).fix };
  }
  try {
    for (const folder of [dataDir, mediaFolder(dataDir)].filter(existsSync)) {
      const file = join(folder, `.doctor-${process.pid}`);
      await writeFile(file, 'x', { flag: 'wx' });
      await rm(file);
    }
  } catch (error) {
    const fix = 'Give the user that runs the shop write access, or set DATA_DIR to another folder';
    return { check, state: 'bad', finding: `The shop cannot write to ${resolve(dataDir)} (${reasonOf(error)})`, fix };
  }
  const { bavail, bsize } = await statfs(dataDir);
  const megabytes = Math.floor((bavail * bsize) / 1024 / 1024);
  if (bavail * bsize > LOW_DISK_SPACE_BYTES) return { check, state: 'good', finding: `${resolve(dataDir)} is writable` };
  return {
    check,
    state: 'bad',
    finding: `Only ${formatNumber(megabytes)} MB are free on the disk`,
    fix: 'Free some space before orders fail',
  };
}

/** Opens the database and checks its integrity; runs `inspect` on an intact one. */
export async function checkDatabase(
  { dataDir, databaseUrl }: Configuration,
  inspect: (db: Db) => Promise<Finding[]>,
): Promise<Finding[]> {
  const check = 'database';
  if (!databaseUrl && !existsSync(databaseFile(dataDir))) return [{ check, state: 'bad', ...describeMissingStore(dataDir) }];
  const fix = databaseUrl
    ? 'Check that DATABASE_URL is right and the database server is running'
    : 'Restore a backup: store restore FILE';
  let db: Db | undefined;
  try {
    if (databaseUrl && (await isNewPostgres(databaseUrl))) return [{ check, state: 'bad', ...missingPostgresStore }];
    db = await openDatabase(dataDir, databaseUrl);
    const faults = await checkIntegrity(db);
    if (faults.length > 0) return faults.map((finding) => ({ check, state: 'bad', finding, fix }));
    return [{ check, state: 'good', finding: 'The database is intact' }, ...(await inspect(db))];
  } catch (error) {
    if (error instanceof StoreUnavailable) return [{ check, state: 'bad', finding: error.problem, fix: error.fix }];
    return [{ check, state: 'bad', finding: `The database cannot be read (${reasonOf(error)})`, fix }];
  } finally {
    await db?.destroy();
  }
}
