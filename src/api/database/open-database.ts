import { resolve } from 'node:path';
import {
  type Dialect,
  HandleEmptyInListsPlugin,
  Kysely,
  type KyselyPlugin,
  replaceWithNoncontingentExpression,
  sql,
} from 'kysely';
import { databaseFile, ensureDataFolder, removeFormerCaches } from './files/data-folder.ts';
import { nameCopy, pruneDatabaseCopies } from './files/database-copies.ts';
import { type BeforeUpgrade, migrate } from './migrate.ts';
import { explainPostgresError, refuseOldServer } from './postgres/open-errors.ts';
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

interface Preparation {
  beforeUpgrade: BeforeUpgrade;
  /** Connections for the migrations; the same by default. */
  migrationDialect?: Dialect;
  plugins?: KyselyPlugin[];
  check?: (db: Db) => Promise<void>;
}

async function openMigrated(
  dialect: Dialect,
  { beforeUpgrade, migrationDialect, plugins = [], check }: Preparation,
): Promise<Db> {
  const db = new Kysely<Tables>({ dialect, plugins });
  try {
    await check?.(db);
    await migrate(db, beforeUpgrade, migrationDialect);
    return db;
  } catch (error) {
    await db.destroy();
    throw error;
  }
}

/** PostgreSQL refuses `in ()`, which SQLite takes as false. */
const emptyLists = new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression });

const loadPostgres = () => import('./postgres/dialect.ts');

/**
 * Opens and migrates the PostgreSQL database at `databaseUrl`, which the option `--to` names, without statement timeouts, for long-running work.
 * Close it with `destroy()`. Throws `StoreUnavailable`.
 */
export async function openMigratedPostgres(databaseUrl: string): Promise<Db> {
  const { longRunningPostgresDialect } = await loadPostgres();
  try {
    return await openMigrated(longRunningPostgresDialect(databaseUrl), {
      beforeUpgrade: () => undefined,
      plugins: [emptyLists],
      check: refuseOldServer,
    });
  } catch (error) {
    throw explainPostgresError(error, databaseUrl, '--to');
  }
}

/**
 * Opens and migrates the shop's database: PostgreSQL at `databaseUrl` (postgres://…), else the SQLite file in `dataDir`, which is created
 * when missing and backed up before an upgrade. Close it with `destroy()`. Throws `StoreUnavailable` when the folder cannot be created,
 * the file cannot be read and written, PostgreSQL refuses the connection or is too old, a newer version has used the database, or a migration
 * fails.
 */
export async function openDatabase(dataDir: string, databaseUrl?: string, options: OpenOptions = {}): Promise<Db> {
  ensureDataFolder(dataDir);
  removeFormerCaches(dataDir);
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
    const copy = resolve(nameCopy(file, 'before-upgrade'));
    writeSnapshot(file, copy);
    pruneDatabaseCopies(file);
    say?.(`The database is being upgraded (${first} to ${last}). A copy from before is ${copy}: delete it when the shop works.`);
  };
  const migrationDialect = new NodeSqliteDialect(file, { foreignKeys: false });
  return openMigrated(new NodeSqliteDialect(file), { beforeUpgrade, migrationDialect });
}

async function openPostgres(databaseUrl: string, { say }: OpenOptions): Promise<Db> {
  const beforeUpgrade: BeforeUpgrade = (first, last) =>
    say?.(
      `The database is being upgraded (${first} to ${last}). To go back to the version before, restore a backup with pg_restore.`,
    );
  const { longRunningPostgresDialect, postgresDialect } = await loadPostgres();
  try {
    const migrationDialect = longRunningPostgresDialect(databaseUrl);
    return await openMigrated(postgresDialect(databaseUrl), {
      beforeUpgrade,
      migrationDialect,
      plugins: [emptyLists],
      check: refuseOldServer,
    });
  } catch (error) {
    throw explainPostgresError(error, databaseUrl);
  }
}

/** Whether a PostgreSQL database has no tables of a shop. Creates none. Throws `StoreUnavailable` when it cannot be read. */
export async function isNewPostgres(databaseUrl: string): Promise<boolean> {
  const { postgresDialect } = await loadPostgres();
  const db = new Kysely<Tables>({ dialect: postgresDialect(databaseUrl) });
  try {
    await refuseOldServer(db);
    const { rows } = await sql<{ found: boolean }>`SELECT to_regclass('kysely_migration') IS NOT NULL AS found`.execute(db);
    return rows[0]?.found !== true;
  } catch (error) {
    throw explainPostgresError(error, databaseUrl);
  } finally {
    await db.destroy();
  }
}
