import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { crashAndRecover } from '#tests/support/store/crash-recovery.ts';
import { openShop } from '#tests/support/store/test-store.ts';

test('every commit is synced to disk, and the database passes its integrity check after a kill', async () => {
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
});
