import { reasonOf, StoreUnavailable } from '#api/database/errors/store-errors.ts';
import { checkIntegrity } from '#api/database/maintenance/integrity.ts';
import { isNewPostgres, openDatabase } from '#api/database/open-database.ts';
import type { Db } from '#api/database/schema/engine.ts';
import type { Configuration } from '#api/environment/configuration.ts';
import type { Finding } from '#api/services/health/finding.ts';
import { describeMissingStore } from '#api/services/health/missing-store.ts';
import { isEmptyStore } from '#api/services/store/is-empty.ts';
import { hasDatabaseFile, missingPostgresStore } from '#cli/store/open-store.ts';

/** Reports a database without products and settings, which the server refuses in production. */
export async function checkContents(db: Db, dataDir: string): Promise<Finding[]> {
  if (!(await isEmptyStore(db))) return [];
  return [
    { check: 'contents', state: 'bad', finding: 'The database contains no shop yet', fix: describeMissingStore(dataDir).fix },
  ];
}

/** Opens the database and checks its integrity; runs `inspect` on an intact one. */
export async function checkDatabase(
  { dataDir, databaseUrl }: Configuration,
  inspect: (db: Db) => Promise<Finding[]>,
): Promise<Finding[]> {
  const check = 'database';
  const fix = databaseUrl
    ? 'Check that DATABASE_URL is right and the database server is running'
    : 'Restore a backup: store restore FILE';
  let db: Db | undefined;
  try {
    if (!databaseUrl && !hasDatabaseFile(dataDir)) return [{ check, state: 'bad', ...describeMissingStore(dataDir) }];
    if (databaseUrl && (await isNewPostgres(databaseUrl))) return [{ check, state: 'bad', ...missingPostgresStore }];
    db = await openDatabase(dataDir, databaseUrl);
    const faults = await checkIntegrity(db);
    const repair = databaseUrl ? 'Restore a backup with pg_restore' : fix;
    if (faults.length > 0) return faults.map((finding) => ({ check, state: 'bad', finding, fix: repair }));
    return [{ check, state: 'good', finding: 'The database is intact' }, ...(await inspect(db))];
  } catch (error) {
    if (error instanceof StoreUnavailable) return [{ check, state: 'bad', finding: error.problem, fix: error.fix }];
    return [{ check, state: 'bad', finding: `The database cannot be read (${reasonOf(error)})`, fix }];
  } finally {
    await db?.destroy();
  }
}
