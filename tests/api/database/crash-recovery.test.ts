import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { crashAndRecover } from '#tests/support/store/crash-recovery.ts';
import { openShop, postgresUrl } from '#tests/support/store/test-store.ts';

const KILLS = postgresUrl ? 10 : 50;

test(`${KILLS} times kill -9 during checkouts: every acknowledged order is there, none twice, and stock adds up`, {
  timeout: 180_000,
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

test.skipIf(postgresUrl)(
  'a shop on SQLite syncs every commit to disk, and passes its integrity check after a kill',
  { timeout: 60_000 },
  async () => {
    const shop = await openShop();
    try {
      await crashAndRecover(shop.store.db, { dataDir: shop.dataDir, databaseUrl: undefined }, 2);
      const pragma = async (name: string) => (await sql.raw(`PRAGMA ${name}`).execute(shop.store.db)).rows;
      expect(await pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }]);
      expect(await pragma('synchronous')).toEqual([{ synchronous: 2 }]);
      expect(await pragma('integrity_check')).toEqual([{ integrity_check: 'ok' }]);
      expect(await pragma('foreign_key_check')).toEqual([]);
    } finally {
      await shop.close();
    }
  },
);
