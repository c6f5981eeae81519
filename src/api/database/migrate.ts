import { type Dialect, Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { MigrationFailed, StoreUnavailable } from './errors/store-errors.ts';
import { migrations } from './migrations/index.ts';
import type { Db } from './schema/engine.ts';
import type { Tables } from './schema/tables.ts';

/** Prepares the upgrade of an existing database: gets the first and the last migration that will be applied. */
export type BeforeUpgrade = (first: string, last: string) => void;

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
 * lets one run while the others wait. Throws `MigrationFailed` for the one that fails.
 */
export async function migrate(db: Db, beforeUpgrade: BeforeUpgrade, migrationDialect?: Dialect): Promise<void> {
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
    const { error, results } = await createMigrator(migrationDb).migrateToLatest();
    const failed = results?.find(({ status }) => status === 'Error');
    if (error) throw failed ? new MigrationFailed(failed.migrationName, error) : error;
  } finally {
    if (migrationDb !== db) await migrationDb.destroy();
  }
}
