import { expect, test } from 'vitest';
import { crashAndRecover } from '#tests/support/store/crash-recovery.ts';
import { openShop, postgresUrl } from '#tests/support/store/test-store.ts';

const KILLS = postgresUrl ? 10 : 50;

test(`after ${KILLS} kill -9 during checkouts every acknowledged order exists exactly once, and stock adds up`, {
  timeout: 600_000,
}, async () => {
  const shop = await openShop();
  try {
    const report = await crashAndRecover(shop.store.db, { dataDir: shop.dataDir, databaseUrl: shop.databaseUrl }, KILLS);
    expect(report.kills).toBe(KILLS);
    expect(report.acknowledged).toBeGreaterThan(KILLS);
    expect(report.lost).toBeGreaterThan(0);
  } finally {
    await shop.close();
  }
});
