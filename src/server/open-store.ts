import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Configuration } from '#api/configuration.ts';
import { StoreUnavailable } from '#api/database/errors/store-unavailable.ts';
import { databaseFile } from '#api/database/files/data-folder.ts';
import { isEmptyStore } from '#api/services/store/empty.ts';
import { getEmbeddedStore, type Store } from '#api/store.ts';

/** Whether there is no SQLite database yet, or a file that nothing has been written to. */
const hasNoDatabase = (dataDir: string): boolean => (statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size ?? 0) === 0;

/** An empty shop in production is most likely a wrong setting: the demo shop must not open in its place. */
function emptyShop({ dataDir, databaseUrl }: Configuration): StoreUnavailable {
  const place = databaseUrl ? 'the database that DATABASE_URL names' : resolve(dataDir);
  const setting = databaseUrl ? 'DATABASE_URL' : 'DATA_DIR';
  return new StoreUnavailable(
    `There is no shop in ${place}`,
    `Set ${setting} to where your shop is, or make one there first: ` +
      'npm run store -- import products.csv brings in your products, npm run store -- demo makes the demo shop',
  );
}

/**
 * Opens the embedded store. An empty one becomes the demo shop while a shop is being tried out; in production only when DEMO_MODE asks
 * for it, else `StoreUnavailable` is thrown, as it is when the demo shop is not installed.
 */
export async function openOrSeedStore(configuration: Configuration, say: (line: string) => void): Promise<Store> {
  const { production, demoMode, dataDir, databaseUrl } = configuration;
  const mustExist = production && !demoMode;
  // Looked at before the store is opened, which would make the folder and the file.
  if (mustExist && !databaseUrl && hasNoDatabase(dataDir)) throw emptyShop(configuration);
  const store = await getEmbeddedStore();
  if (!(await isEmptyStore(store.db))) return store;
  if (mustExist) {
    await store.close();
    throw emptyShop(configuration);
  }
  say('Setting up the demo shop …');
  // Loads the importer only for a new demo shop.
  const { createDemoStore } = await import('#cli/demo/create.ts');
  try {
    await createDemoStore(store.db, resolve(dataDir));
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}
