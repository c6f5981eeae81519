import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { reasonOf, StoreUnavailable } from '#api/database/errors/store-unavailable.ts';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Makes a folder (with `mode`, where given) and those above it, one after the other: what makes them all at once tries for ever below /proc, which takes none. */
export function ensureFolder(folder: string, mode?: number): void {
  if (isFolder(folder)) return;
  ensureFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    // Another process may have made it just now.
    if (!isFolder(folder)) throw error;
  }
}

/** A new data folder is its owner's alone. One that is there keeps its mode: it may hold more than the shop. */
const PRIVATE = 0o700;

/** Makes a shop's data folder unless it is there. Throws `ShopUnavailable` where none can be. */
export function ensureDataFolder(dataDir: string): void {
  const folder = resolve(dataDir);
  try {
    ensureFolder(folder, PRIVATE);
  } catch (error) {
    throw new StoreUnavailable(
      `The data folder ${folder} cannot be made (${reasonOf(error)})`,
      'Name another folder with DATA_DIR',
      {
        cause: error,
      },
    );
  }
}
