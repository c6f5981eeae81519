import { resolve } from 'node:path';
import { type Dialect, Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { reasonOf, StoreUnavailable } from './errors/store-unavailable.ts';
import { databaseFile, ensureDataFolder } from './files/data-folder.ts';
import { migrations } from './migrations/index.ts';
import { longRunningPostgresDialect, postgresDialect } from './postgres/dialect.ts';
import type { Db } from './schema/engine.ts';
import type { Tables } from './schema/tables.ts';
import { NodeSqliteDialect } from './sqlite/dialect.ts';
import { explainSqliteError } from './sqlite/open-errors.ts';

/** Applies pending migrations. Safe to run in several processes concurrently: Kysely's migration lock lets one run while the others wait. */
async function migrate(db: Db): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  // Skips the migration lock, which would wait for running writers, when nothing is pending.
  if ((await migrator.getMigrations()).every(({ executedAt }) => executedAt)) return;
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function openMigrated(dialect: Dialect, migrationDialect?: Dialect): Promise<Db> {
  const db = new Kysely<Tables>({ dialect });
  const migrationDb = migrationDialect ? new Kysely<Tables>({ dialect: migrationDialect }) : db;
  try {
    await migrate(migrationDb);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  } finally {
    if (migrationDb !== db) await migrationDb.destroy();
  }
}

/** Opens and migrates a PostgreSQL database without statement timeouts, for long-running work. Close it with `destroy()`. */
export const openMigratedPostgres = (databaseUrl: string): Promise<Db> => openMigrated(longRunningPostgresDialect(databaseUrl));

/**
 * Opens and migrates the shop's database: PostgreSQL at `databaseUrl` (postgres://…), else the SQLite file in `dataDir`, which is created
 * when missing. Close it with `destroy()`. Throws `StoreUnavailable` when the folder cannot be created, the file cannot be read and
 * written, or PostgreSQL refuses the connection.
 */
export async function openDatabase(dataDir: string, databaseUrl?: string): Promise<Db> {
  ensureDataFolder(dataDir);
  if (databaseUrl) return openPostgres(databaseUrl);
  const file = databaseFile(dataDir);
  return openSqlite(file).catch((error: unknown) => {
    throw explainSqliteError(error, resolve(file));
  });
}

/** Migrates without foreign keys: a migration may copy a table and drop the old one, which must not cascade to rows that refer to it. */
const openSqlite = (file: string): Promise<Db> =>
  openMigrated(new NodeSqliteDialect(file), new NodeSqliteDialect(file, { foreignKeys: false }));

async function openPostgres(databaseUrl: string): Promise<Db> {
  try {
    return await openMigrated(postgresDialect(databaseUrl), longRunningPostgresDialect(databaseUrl));
  } catch (error) {
    const fix = 'Check that DATABASE_URL is right and the database server is running';
    throw new StoreUnavailable(`The database cannot be read (${reasonOf(error)})`, fix, { cause: error });
  }
}
