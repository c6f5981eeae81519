import { runStore } from '#tests/support/browser/run-store.ts';
import { newDataDir, type RunningShop, startShop } from '#tests/support/browser/shop-server.ts';

/** Runs `use` with a running shop whose data folder `fill` has filled; stops it and removes its data afterwards. */
export async function withShop(
  fill: (dataDir: string) => Promise<unknown>,
  environment: Record<string, string>,
  use: (shop: RunningShop) => Promise<void>,
): Promise<void> {
  const dataDir = newDataDir();
  await fill(dataDir);
  const shop = await startShop(dataDir, environment);
  try {
    await use(shop);
  } finally {
    await shop.stop();
  }
}

/** Runs `use` with a running demo shop. */
export const withDemoShop = (environment: Record<string, string>, use: (shop: RunningShop) => Promise<void>): Promise<void> =>
  withShop((dataDir) => runStore(dataDir, 'demo'), environment, use);
