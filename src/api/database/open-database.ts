import { resolve } from 'node:path';
import { type Dialect, Kysely, sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import { StoreUnavailable } from './errors/problem-and-fix.ts';
import { databaseFile, ensureDataFolder } from './files/data-folder.ts';
import { migrations } from './migrations/index.ts';
import { explainPostgresError } from './postgres/open-errors.ts';
import type { Db } from './schema/engine.ts';
import type { Tables } from './schema/tables.ts';
import { NodeSqliteDialect } from './sqlite/dialect.ts';
import { explainSqliteError } from './sqlite/open-errors.ts';
import { writeSnapshot } from './sqlite/snapshot.ts';

export interface OpenOptions {
  /** Gets a sentence about an upgrade of an existing database. */
  say?: ((line: string) => void) | undefined;
  /** Whether an SQLite database is backed up before its upgrade; true by default. */
  keepCopy?: boolean;
}

/** Prepares the upgrade of an existing database: gets the first and the last migration that will be applied. */
type BeforeUpgrade = (first: string, last: string) => void;

/** Throws `StoreUnavailable` when a newer version of the program has migrated the database. */
async function refuseNewerDatabase(db: Db): Promise<void> {
  const applied = await db
    .$extendTables<{ kysely_migration: { name: string } }>()
    .selectFrom('kysely_migration')
    .select('name')
    .execute();
  const unknown = applied.map(({ name }) => name).filter((name) => !(name in migrations));
  if (unknown.length === 0) return;
  throw new StoreUnavailable(
    `The database has been used by a newer version of the shop's program (${unknown.sort().join(', ')})`,
    'Install that version or a later one, or restore a backup from before the upgrade: npm run store -- restore FILE',
  );
}

const createMigrator = (db: Db): Migrator => new Migrator({ db, provider: { getMigrations: async () => migrations } });

/**
 * Applies pending migrations, over connections of `migrationDialect`. Safe to run in several processes concurrently: Kysely's migration lock
 * lets one run while the others wait.
 */
async function migrate(db: Db, beforeUpgrade: BeforeUpgrade, migrationDialect?: Dialect): Promise<void> {
  const known = await createMigrator(db).getMigrations();
  const pending = known.filter(({ executedAt }) => !executedAt).map(({ name }) => name);
  const isNew = pending.length === known.length;
  if (!isNew) await refuseNewerDatabase(db);
  const [first] = pending;
  // Skips the migration lock, which would wait for running writers, when nothing is pending.
  if (first === undefined) return;
  if (!isNew) beforeUpgrade(first, pending.at(-1) ?? first);
  const migrationDb = migrationDialect ? new Kysely<Tables>({ dialect: migrationDialect }) : db;
  try {
    const { error } = await createMigrator(migrationDb).migrateToLatest();
    if (error) throw error;
  } finally {
    if (migrationDb !== db) await migrationDb.destroy();
  }
}

async function openMigrated(dialect: Dialect, beforeUpgrade: BeforeUpgrade, migrationDialect?: Dialect): Promise<Db> {
  const db = new Kysely<Tables>({ dialect });
  try {
    await migrate(db, beforeUpgrade, migrationDialect);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** Loads the PostgreSQL driver only for a shop that uses it. */
const loadPostgres = () => import('./postgres/dialect.ts');

/** Opens and migrates a PostgreSQL database without statement timeouts, for long-running work. Close it with `destroy()`. */
export async function openMigratedPostgres(databaseUrl: string): Promise<Db> {
  const { longRunningPostgresDialect } = await loadPostgres();
  return openMigrated(longRunningPostgresDialect(databaseUrl), () => undefined);
}

/**
 * Opens and migrates the shop's database: PostgreSQL at `databaseUrl` (postgres://…), else the SQLite file in `dataDir`, which is created
 * when missing and backed up before an upgrade. Close it with `destroy()`. Throws `StoreUnavailable` when the folder cannot be created,
 * the file cannot be read and written, PostgreSQL refuses the connection, or a newer version has used the database.
 */
export async function openDatabase(dataDir: string, databaseUrl?: string, options: OpenOptions = {}): Promise<Db> {
  ensureDataFolder(dataDir);
  if (databaseUrl) return openPostgres(databaseUrl, options);
  const file = databaseFile(dataDir);
  return openSqlite(file, options).catch((error: unknown) => {
    throw explainSqliteError(error, resolve(file));
  });
}

/** Migrates without foreign keys: a migration may copy a table and drop the old one, which must not cascade to rows that refer to it. */
function openSqlite(file: string, { say, keepCopy = true }: OpenOptions): Promise<Db> {
  const beforeUpgrade: BeforeUpgrade = (first, last) => {
    if (!keepCopy) return;
    const copy = resolve(`${file}.before-upgrade-${new Date().toISOString().replaceAll(':', '-')}`);
    writeSnapshot(file, copy);
    say?.(`The database is upgraded (${first} to ${last}). A copy from before is ${copy}: delete it when the shop works.`);
  };
  return openMigrated(new NodeSqliteDialect(file), beforeUpgrade, new NodeSqliteDialect(file, { foreignKeys: false }));
}

async function openPostgres(databaseUrl: string, { say }: OpenOptions): Promise<Db> {
  const beforeUpgrade: BeforeUpgrade = (first, last) =>
    say?.(`The database is upgraded (${first} to ${last}). To go back to the version before, restore a backup with pg_restore.`);
  const { longRunningPostgresDialect, postgresDialect } = await loadPostgres();
  try {
    return await openMigrated(postgresDialect(databaseUrl), beforeUpgrade, longRunningPostgresDialect(databaseUrl));
  } catch (error) {
    throw explainPostgresError(error, databaseUrl);
  }
}

/** Whether a PostgreSQL database has no tables of a shop. Creates none. Throws `StoreUnavailable` when it cannot be read. */
export async function isNewPostgres(databaseUrl: string): Promise<boolean> {
  const { postgresDialect } = await loadPostgres();
  const db = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl) });
  try {
    const { rows } = await sql<{ found: boolean }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS found`.execute(db);
    return rows[0]?.found !== true;
  } catch (error) {
    throw explainPostgresError(error, databaseUrl);
  } finally {
    await db.destroy();
  }
}
