import { resolve } from 'node:path';

/** How an owner gets a shop, as the end of a sentence. */
export const HOW_TO_CREATE = 'create one: npm run store -- import products.csv, or npm run store -- demo';

/** The problem and its fix when there is no shop in the data folder. */
export const describeMissingStore = (dataDir: string) => ({
  finding: `There is no shop in ${resolve(dataDir)}`,
  fix: `Set DATA_DIR to its folder, or ${HOW_TO_CREATE}`,
});
