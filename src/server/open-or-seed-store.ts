import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isSqliteBusy } from '#api/database/errors/engine-errors.ts';
import { StoreUnavailable } from '#api/database/errors/store-errors.ts';
import { databaseFile, ensureDataFolder, serverLockFile } from '#api/database/files/data-folder.ts';
import { restrictToOwner } from '#api/database/files/permissions.ts';
import { isNewPostgres } from '#api/database/open-database.ts';
import { explainSqliteError } from '#api/database/sqlite/open-errors.ts';
import { getEmbeddedStore, type Store } from '#api/embedded-store.ts';
import type { Configuration } from '#api/environment/configuration.ts';
import { isLoopbackHost } from '#api/loopback.ts';
import type { FileStorage } from '#api/services/storage/file-storage.ts';
import { hasProducts, isEmptyStore } from '#api/services/store/is-empty.ts';
import { workerNumber } from './process/metrics-of-processes.ts';

/** Whether the SQLite database is missing or an empty file, or the PostgreSQL database has no tables of a shop. */
async function hasNoDatabase({ dataDir, databaseUrl }: Configuration): Promise<boolean> {
  if (databaseUrl) return isNewPostgres(databaseUrl);
  return (statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size ?? 0) === 0;
}

/** An empty store that must exist is most likely a wrong setting, so it must not be seeded with the demo shop. */
function createEmptyStoreError({ dataDir, databaseUrl }: Configuration): StoreUnavailable {
  const location = databaseUrl ? 'the database at DATABASE_URL' : resolve(dataDir);
  const setting = databaseUrl ? 'DATABASE_URL' : 'DATA_DIR';
  return new StoreUnavailable(
    `There is no shop in ${location}`,
    `Set ${setting} to the location of your shop, or create a shop there first: ` +
      '"npm run store -- import products.csv" imports your products, "npm run store -- demo" creates the demo shop',
  );
}

/** Opens the embedded store, or explains why it cannot be read. */
async function openEmbeddedStore({ dataDir, databaseUrl }: Configuration): Promise<{ store: Store; isEmpty: boolean }> {
  try {
    const store = await getEmbeddedStore();
    return { store, isEmpty: await isEmptyStore(store.db) };
  } catch (error) {
    throw databaseUrl ? error : explainSqliteError(error, resolve(databaseFile(dataDir)));
  }
}

/**
 * Opens the embedded store and seeds an empty data folder with the demo shop, its pictures in `pictures`. Throws `StoreUnavailable` if it is
 * empty in production or with a public address and without demo mode, if a PostgreSQL database is empty, if the demo shop is not installed, or while another server
 * uses the data folder.
 */
export async function openOrSeedStore(
  configuration: Configuration,
  pictures: FileStorage,
  print: (line: string) => void,
): Promise<Store> {
  const { production, demoMode, databaseUrl, siteUrl } = configuration;
  const hasPublicAddress = !isLoopbackHost(new URL(siteUrl).hostname);
  // A PostgreSQL database is named by a setting, so an empty one is more often a mistake than intended.
  // A public address must not open the demo shop to customers.
  const mustExist = databaseUrl !== undefined || ((production || hasPublicAddress) && !demoMode);
  // Checked before opening, which would create the folder, the file and the tables.
  if (mustExist && (await hasNoDatabase(configuration))) throw createEmptyStoreError(configuration);
  // The first process of a shop holds the lock for the others, which start after it.
  if (!databaseUrl && (workerNumber() ?? 1) === 1) lockDataFolder(configuration.dataDir);
  const { store, isEmpty } = await openEmbeddedStore(configuration);
  if (!isEmpty) {
    if (!(await hasProducts(store.db)))
      print(
        'The shop has no products yet. Import yours, now or while it runs: npm run store -- import products.csv. Or add those of the demo shop, with its settings: npm run store -- demo --force',
      );
    return store;
  }
  if (mustExist) {
    await store.close();
    throw createEmptyStoreError(configuration);
  }
  print('Setting up the demo shop …');
  // Loads the importer only for a new demo shop.
  const { createDemoStore } = await import('#cli/demo/create-demo-store.ts');
  try {
    await createDemoStore(store.db, pictures);
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}

/**
 * Locks a data folder for this server until its process ends, by SQLite's lock of an empty file: the system releases it also when the process
 * is killed. Throws `StoreUnavailable` while another server has it. A folder that cannot be written to is not locked: opening its database
 * explains that.
 */
function lockDataFolder(dataDir: string): void {
  ensureDataFolder(dataDir);
  const file = serverLockFile(dataDir);
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(file, { timeout: 0 });
    restrictToOwner(file);
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    if (!isSqliteBusy(error)) return;
    throw new StoreUnavailable(
      `Another shop is running with the data folder ${resolve(dataDir)}`,
      'Stop it first, or set DATA_DIR to another folder',
      { cause: error },
    );
  }
  // Also keeps the connection from being collected, which would release the lock.
  process.once('exit', () => lock.close());
}
