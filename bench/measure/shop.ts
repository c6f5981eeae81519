import { runStore } from '../../tests/support/browser/run-store.ts';
import { newDataDir, type RunningShop, startShop } from '../../tests/support/browser/shop-server.ts';

/** Runs `use` with a running demo shop; stops it and removes its data afterwards. */
export async function withDemoShop(
  environment: Record<string, string>,
  use: (shop: RunningShop) => Promise<void>,
): Promise<void> {
  const dataDir = newDataDir();
  await runStore(dataDir, 'demo');
  const shop = await startShop(dataDir, environment);
  try {
    await use(shop);
  } finally {
    await shop.stop();
  }
}
