import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Configuration } from '#api/configuration.ts';
import { databaseFile } from '#api/database/open.ts';
import { ShopUnavailable } from '#api/database/unavailable.ts';
import { embeddedStore, type Store } from '#api/store.ts';
import { isEmptyShop } from '#cli/empty-shop.ts';

/** Whether there is no SQLite database yet, or a file that nothing has been written to. */
const hasNoDatabase = (dataDir: string): boolean => (statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size ?? 0) === 0;

/** An empty shop in production is most likely a wrong setting: the demo shop must not open in its place. */
function emptyShop({ dataDir, databaseUrl }: Configuration): ShopUnavailable {
  const place = databaseUrl ? 'the database that DATABASE_URL names' : resolve(dataDir);
  const setting = databaseUrl ? 'DATABASE_URL' : 'DATA_DIR';
  return new ShopUnavailable(
    `There is no shop in ${place}`,
    `Set ${setting} to where your shop is, or make one there first: ` +
      'npm run store -- import products.csv brings in your products, npm run store -- demo makes the demo shop',
  );
}

/**
 * Opens the embedded store. An empty one becomes the demo shop while a shop is being tried out; in production only when DEMO_MODE asks
 * for it, else `ShopUnavailable` is thrown, as it is when the demo shop is not installed.
 */
export async function openShop(configuration: Configuration, say: (line: string) => void): Promise<Store> {
  const { production, demoMode, dataDir, databaseUrl } = configuration;
  const mustExist = production && !demoMode;
  // Looked at before the store is opened, which would make the folder and the file.
  if (mustExist && !databaseUrl && hasNoDatabase(dataDir)) throw emptyShop(configuration);
  const store = await embeddedStore();
  if (!(await isEmptyShop(store.db))) return store;
  if (mustExist) {
    await store.close();
    throw emptyShop(configuration);
  }
  say('Setting up the demo shop …');
  // Loads the importer only for a new demo shop.
  const { createDemoShop } = await import('#cli/demo.ts');
  try {
    await createDemoShop(store.db, resolve(dataDir));
  } catch (error) {
    await store.close();
    throw error;
  }
  return store;
}
