import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { newDataDir, type RunningShop, startShop } from './shop-server.ts';
import { makeSmallShop, type Row } from './small-catalogue.ts';

const shops = new Map<string, Promise<RunningShop>>();

/** Starts a shop on first use and shares it among all test files of this worker. The global teardown stops it. */
function shared(name: string, start: () => Promise<RunningShop>): Promise<RunningShop> {
  const shop =
    shops.get(name) ??
    start().then((started) => {
      for (const pid of started.pids) writeFileSync(join(inject('sharedShops'), String(pid)), started.dataDir);
      return started;
    });
  shops.set(name, shop);
  return shop;
}

/** The demo shop of this worker. A test that changes it restores it. */
export const demoShop = (): Promise<RunningShop> => shared('demo', () => startShop(newDataDir(inject('demoTemplate'))));

/** The same for the small shop: three products, see `smallCatalogue`. */
export const smallShop = (): Promise<RunningShop> => shared('small', () => startShop(newDataDir(inject('smallTemplate'))));

/** Starts a small shop for one test file, with its own products if `rows` are given. */
export async function startSmallShop(rows?: readonly Row[]): Promise<RunningShop> {
  const dataDir = newDataDir(rows ? undefined : inject('smallTemplate'));
  if (rows) await makeSmallShop(dataDir, rows);
  return startShop(dataDir);
}
