import { inject } from 'vitest';
import { newDataDir, type RunningShop, startShop } from './shop-server.ts';
import { makeSmallShop, type Row } from './small-catalogue.ts';

/** A running shop with nothing but these products, or those of the small catalogue. */
export async function startSmallShop(rows?: readonly Row[]): Promise<RunningShop> {
  const dataDir = newDataDir(rows ? undefined : inject('smallTemplate'));
  if (rows) await makeSmallShop(dataDir, rows);
  return startShop(dataDir);
}
